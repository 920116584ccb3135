"""What the fuzzer must not take for valid although JSON Schema does."""

import schemathesis


def has_whole_float(value):
    """Whether a whole number is written with a point anywhere, such as 3.0.

    To JSON Schema that is an integer. The server's integers are written as integers.
    """
    if isinstance(value, dict):
        return any(map(has_whole_float, value.values()))
    if isinstance(value, list):
        return any(map(has_whole_float, value))
    return isinstance(value, float) and value.is_integer()


@schemathesis.hook
def filter_body(context, body):
    return not has_whole_float(body)


@schemathesis.serializer("application/x-go-sgf")
def write_record(context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
