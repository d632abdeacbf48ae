"""Replaces parts of moto."""


def replaces(owner, name=None):
    """Replaces a function of a class or module. The replacement gets the original as its first argument."""

    def register(replacement):
        replaced = name or replacement.__name__
        plain = getattr(owner, replaced, None)

        def call(*args, **kwargs):
            return replacement(plain, *args, **kwargs)

        # A class method is already bound to its class.
        setattr(owner, replaced, staticmethod(call) if hasattr(plain, "__self__") else call)
        return replacement

    return register
