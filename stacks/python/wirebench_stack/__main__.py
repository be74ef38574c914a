"""Entry: `python -m wirebench_stack`, spoken to in lines of JSON on stdin and stdout."""

import os
import signal
import sys
import traceback

from .control import Control
from .fleet import Fleet
from .lines import Lines
from .order import Order, UnservableError, read_order


def serve(order: Order, lines: Lines) -> None:
    """Serves in this process, without end."""
    control = Control(lines)
    control.listen()
    # Only what is asked for is loaded: the other frameworks would show in the figures of memory.
    if order.protocol == "rest":
        from .rest import server as rest

        rest.serve(order, control)
    elif order.protocol == "grpc":
        # Broken handshakes are no news.
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")
        from .rpc import server as rpc

        rpc.serve(order, control)
    else:
        raise UnservableError(f"The services in Python do not speak {order.protocol}.")


def main() -> int:
    # Ctrl-C reaches every process of a terminal; the one that reads stdout decides what ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    lines = Lines(sys.stdin.buffer, sys.stdout.buffer)
    message = next(iter(lines), None)
    if message is None:
        return 0
    try:
        order = read_order(message)
        if order.workers > 1:
            return Fleet(order, message, lines).run()
        serve(order, lines)
    except (UnservableError, OSError) as error:
        lines.send({"type": "failed", "message": str(error)})
    except Exception as error:
        traceback.print_exc()
        lines.send({"type": "failed", "message": f"{type(error).__name__}: {error}"})
    return 1


# Not sys.exit, which would wait for the thread that reads stdin.
os._exit(main())
