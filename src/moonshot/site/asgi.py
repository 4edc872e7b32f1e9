"""The site as one ASGI application: sockets to the live tables, static files, and Django for the rest."""

import os
from typing import Final, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moonshot.site.settings")

from django.conf import settings

from moonshot.site.assets import PREFIX, static_app
from moonshot.site.edge import App, Receive, Scope, Send, guarded, plain
from moonshot.site.handling import handler
from moonshot.site.incidents import log
from moonshot.site.lanes import Lanes
from moonshot.site.live import service as live
from moonshot.site.ticketing import quick_tickets

_django: Final = quick_tickets(Lanes(cast("App", handler())))


async def _dispatch(scope: Scope, receive: Receive, send: Send) -> None:
    kind = scope["type"]
    if kind == "lifespan":
        await _lifespan(receive, send)
    elif kind == "websocket":
        await live.socket_app(scope, receive, send)
    elif settings.CONFIG.role == "tables" and scope["path"] != "/healthz":
        await plain(send, scope, 404, "not_here", "This node serves sockets only. Pages are elsewhere.")
    elif scope["path"].startswith(PREFIX):
        await static_app(scope, receive, send)
    else:
        await _django(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    await receive()
    try:
        await live.startup()
    except Exception as error:  # noqa: BLE001 - whatever it is, the server has to be told that it cannot start
        log.exception("the tables could not be started")
        await send({"type": "lifespan.startup.failed", "message": str(error)})
        return
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await live.shutdown()
    await send({"type": "lifespan.shutdown.complete"})


application: Final[App] = guarded(_dispatch, settings.CONFIG)
