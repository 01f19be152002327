"""The push services that are known: those of the makers of browsers."""

from typing import Final

PUSH_SERVICES: Final = (  # as scheme and host; a star stands for any part of a name
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.notify.windows.com",
    "https://*.push.apple.com",
)
