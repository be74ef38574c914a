"""Why a workload refuses a request; each protocol has its own word for it."""


class InvalidInputError(Exception):
    """The request is wrong, in words for its sender."""
