"""Looks up known flaws of everything in the lock files next to it: `make audit`.

Exit status 1 if there are any; 0 if there are none, and also where the advisories cannot be reached, which one line says.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
LOCKED = ("run.txt", "test.txt", "build.txt", "pip.txt")


def main(locked: tuple[str, ...] = LOCKED) -> int:
    found = [package for name in locked for package in look_up(name)]
    packages = {package["name"]: package for package in found}
    checked = [name for name, package in packages.items() if "skip_reason" not in package]
    if not checked:
        print(f"audit: the advisories cannot be reached from here; none of {len(packages) or 'the'} packages was checked")
        return 0
    flaws = {
        f"{name} {package['version']}: {flaw['id']}" for name, package in packages.items() for flaw in package.get("vulns", [])
    }
    print("\n".join(sorted(flaws)) or f"audit: {len(checked)} packages without a known flaw")
    if missing := sorted(packages.keys() - set(checked)):
        print(f"audit: not checked, the advisories do not know them: {', '.join(missing)}")
    return 1 if flaws else 0


def look_up(name: str) -> list[dict[str, Any]]:
    """What pip-audit says of each package of a lock file; nothing where it cannot ask."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off"]
    run = subprocess.run(
        [*command, "--format", "json", "--requirement", str(FOLDER / name)], capture_output=True, text=True, check=False
    )
    try:
        listed: list[dict[str, Any]] = json.loads(run.stdout)["dependencies"]
        return listed
    except (ValueError, KeyError):
        if "ConnectionError" in run.stderr or "Timeout" in run.stderr:
            return []
        sys.exit(f"audit: pip-audit failed on {name}: {(run.stderr.strip().splitlines() or ['no reason'])[-1]}")


if __name__ == "__main__":
    sys.exit(main())
