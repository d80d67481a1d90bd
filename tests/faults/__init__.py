"""What must hold whatever breaks: nothing acknowledged is lost, and no page stays behind."""
