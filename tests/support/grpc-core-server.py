"""The product service on gRPC's C core, to try clients against a server that is not Node's.

Reads one JSON object from its first line of input: {"cert": PEM or null, "key": PEM or null,
"methods": names of those that it implements}.
Says "port N", then "held" for each call that waits. Takes two commands, one a line: "release" lets
the waiting calls go on, "stop" shuts down gracefully: GOAWAY, and no new calls.
"""

import json
import sys
import threading
from concurrent import futures

import grpc

SERVICE = "wirebench.product.v1.ProductService"
RELEASED = threading.Event()
OUTPUT = threading.Lock()


def say(text):
    with OUTPUT:
        print(text, flush=True)


def read_varint(data, at):
    value = shift = 0
    while True:
        octet = data[at]
        at += 1
        value |= (octet & 0x7F) << shift
        shift += 7
        if not octet & 0x80:
            return value, at


def write_varint(value):
    octets = bytearray()
    while value >= 0x80:
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    octets.append(value)
    return bytes(octets)


def decode(data):
    """The three text fields of a product, by number."""
    fields = {}
    at = 0
    while at < len(data):
        tag, at = read_varint(data, at)
        length, at = read_varint(data, at)
        fields[tag >> 3] = data[at : at + length].decode()
        at += length
    return fields


def encode(fields):
    parts = []
    for number, text in sorted(fields.items()):
        content = text.encode()
        parts.append(write_varint(number << 3 | 2) + write_varint(len(content)) + content)
    return b"".join(parts)


def echo(request, context):
    name = decode(request).get(2)
    if name == "refuse":
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "not so, für heute: 100 %")
    if name == "hold":
        say("held")
        RELEASED.wait()
    return request


def modify(request, context):
    fields = decode(request)
    fields[3] = fields.get(3, "")[::-1]
    return encode(fields)


def main():
    options = json.loads(sys.stdin.readline())
    size = 128 * 1024 * 1024
    server = grpc.server(
        futures.ThreadPoolExecutor(max_workers=16),
        options=[("grpc.max_receive_message_length", size), ("grpc.max_send_message_length", size)],
    )
    known = {"Echo": echo, "Modify": modify}
    methods = {name: known[name] for name in options["methods"]}
    handlers = {name: grpc.unary_unary_rpc_method_handler(act) for name, act in methods.items()}
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(SERVICE, handlers)])
    if options["cert"]:
        pair = (options["key"].encode(), options["cert"].encode())
        port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([pair]))
    else:
        port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    say(f"port {port}")
    for line in sys.stdin:
        if line.strip() == "release":
            RELEASED.set()
        elif line.strip() == "stop":
            server.stop(60)
    RELEASED.set()
    server.stop(0).wait()


main()
