"""The floor's settings with the product's channel layer."""

from benchmarks.load.floor.settings import *  # noqa: F403

CHANNEL_LAYERS = {
    "default": {"BACKEND": "cantstop_site.channel_layer_in_memory.ChannelLayerInMemory"}
}
ROOT_URLCONF = "benchmarks.load.ladder.urls"
