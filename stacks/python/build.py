"""Builds the services: `python3 build.py OUT` makes OUT/venv with all that they need.

The sources are not written to, and pip uses the user's own configuration of it.
"""

import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
INTERFACES = HERE.parent.parent / "proto"
WORKLOADS = ("product", "inventory")


def run(*command: str | Path) -> str:
    """Runs a command that must succeed, and returns what it writes to standard output."""
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()  # noqa: S603


def build(out: Path) -> None:
    """Makes the environment anew, and the modules of the interface files in it."""
    environment = out / "venv"
    venv.create(environment, clear=True, with_pip=True)
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    print("Installing the packages of requirements.txt", flush=True)
    run(python, "-m", "pip", "install", "--require-hashes", "-r", HERE / "requirements.txt")
    packages = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    print("Generating the code of the interface files", flush=True)
    run(
        *(python, "-m", "grpc_tools.protoc", f"--proto_path={INTERFACES}"),
        *(f"--{kind}={packages}" for kind in ("python_out", "pyi_out", "grpc_python_out")),
        *(f"{name}.proto" for name in WORKLOADS),
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 build.py OUT")
    build(Path(sys.argv[1]).resolve())
