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


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Leaves out what a fuzzer can't judge, and tests of their own do.

    A part of a form that is no file reads as one. A key gives the answer of before, also about what is gone since.
    """
    for path in raw_schema["paths"].values():
        for operation in path.values():
            operation.get("requestBody", {}).get("content", {}).pop("multipart/form-data", None)
            parameters = operation.get("parameters", [])
            operation["parameters"] = [each for each in parameters if each["name"] != "Idempotency-Key"]


@schemathesis.check
def problem_is_named(ctx, response, case):
    """The operation names the code of its problem. All problems are of one shape, which can't say that."""
    kinds = response.headers.get("content-type") or [""]
    if kinds[0].startswith("application/problem+json"):
        named = case.operation.definition.raw["x-problem-codes"]
        code = response.json()["code"]
        # Whoever asks for a method that is not there has not read the description.
        assert code in named or response.status_code == 405, f"{code} is none of {named}"


@schemathesis.serializer("application/x-go-sgf", "text/plain")
def write_record(context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
