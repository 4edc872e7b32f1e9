# Sourced by ./run and ./test: finds a Python new enough, or says what is missing.

moonshot_find_python() {
    for candidate in "${MOONSHOT_PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.14 python; do
        [ -n "$candidate" ] || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            MOONSHOT_PYTHON=$candidate
            return 0
        fi
    done
    found=$(python3 --version 2>&1 || python --version 2>&1 || echo "no Python at all")
    echo "Moonshot needs Python 3.11 or newer; found here: $found." >&2
    echo "Install one (on Debian or Ubuntu: apt install python3 python3-venv), or name it:" >&2
    echo "    MOONSHOT_PYTHON=/path/to/python3.12 $0" >&2
    return 1
}

# Runs `main` of a module of this repository, with the repository as import root and nothing else changed.
moonshot_start() {
    module=$1
    shift
    moonshot_find_python || exit 1
    exec "$MOONSHOT_PYTHON" -c '
import importlib, sys
sys.path[0] = sys.argv.pop(1)
sys.dont_write_bytecode = True
sys.exit(importlib.import_module(sys.argv.pop(1)).main(sys.argv[1:]))
' "$root" "$module" "$@"
}
