"""Pig: rules, bots and notation."""
