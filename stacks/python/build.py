"""Builds the services: `python3 build.py OUT` makes OUT/venv with all that they need.

The sources are not written to, and pip uses the user's own configuration of it.
"""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
INTERFACES = HERE.parent.parent / "proto"
WORKLOADS = ("product", "inventory")


def run(*command: str | Path) -> None:
    """Runs a command that must succeed; what it writes is for the user."""
    subprocess.run([str(word) for word in command], check=True)  # noqa: S603


def build(out: Path) -> None:
    """Makes the environment anew, and the modules of the interface files in it."""
    environment = out / "venv"
    venv.create(environment, clear=True, with_pip=True)
    paths = {"base": str(environment), "platbase": str(environment)}
    python = Path(sysconfig.get_path("scripts", "venv", paths), "python")
    packages = sysconfig.get_path("purelib", "venv", paths)
    run(python, "-m", "pip", "install", "--require-hashes", "-r", HERE / "requirements.txt")
    run(
        *(python, "-m", "grpc_tools.protoc", f"--proto_path={INTERFACES}"),
        *(f"--{kind}={packages}" for kind in ("python_out", "pyi_out", "grpc_python_out")),
        *(f"{name}.proto" for name in WORKLOADS),
    )
    print("Built.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 build.py OUT")
    try:
        build(Path(sys.argv[1]).resolve())
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(map(str, error.cmd))} ended with code {error.returncode}")
