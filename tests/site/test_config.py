"""What a host may decide, and what is refused."""

import os
import stat
from pathlib import Path

import pytest

from moonshot.site import config as site_config
from moonshot.site.config import ConfigError, SiteConfig, read_config
from moonshot.site.database import database_settings

LONG = "s" * 32


def config(data: Path, **environ: str) -> SiteConfig:
    return read_config({"MOONSHOT_DATA": str(data), **environ})


def test_first_start_makes_the_folder_and_a_secret_for_the_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    first = config(data)
    assert len(first.secret_key) == 64
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert [path.name for path in data.iterdir()] == ["secret_key"]
    assert config(data).secret_key == first.secret_key
    assert config(tmp_path / "other").secret_key != first.secret_key


def test_a_secret_that_others_can_read_is_closed(tmp_path: Path) -> None:
    config(tmp_path)
    (tmp_path / "secret_key").chmod(0o644)
    config(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_secrets_from_the_environment(tmp_path: Path) -> None:
    found = config(tmp_path, MOONSHOT_SECRET_KEY=LONG, MOONSHOT_OLD_SECRET_KEYS=f"{LONG}1 {LONG}2")
    assert (found.secret_key, found.old_secret_keys) == (LONG, (f"{LONG}1", f"{LONG}2"))
    assert not (tmp_path / "secret_key").exists()


def test_weak_and_damaged_secrets_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"^MOONSHOT_SECRET_KEY is too short: at least 32 characters are needed\.$"
    ):
        config(tmp_path, MOONSHOT_SECRET_KEY=LONG[:-1])
    (tmp_path / "secret_key").write_text("short\n")
    with pytest.raises(ConfigError, match="is damaged"):
        config(tmp_path)


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(ConfigError, match="is a file"):
        config(tmp_path / "data")
    with pytest.raises(ConfigError, match="cannot be made"):
        config(tmp_path / "data" / "deeper")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ConfigError, match="is not writable"):
        config(tmp_path)


def test_a_local_site_knows_loopback_and_its_own_address_only(tmp_path: Path) -> None:
    found = config(tmp_path, MOONSHOT_HOST="192.168.1.5")
    known = ["localhost", "localhost:8000", "127.0.0.1:80", "[::1]:8000", "192.168.1.5:8000", "LOCALHOST"]
    unknown = [
        "",
        "192.168.1.6",
        "moonshot.example",
        "localhost.evil.example",
        "localhost@evil",
        "127.0.0.1.evil",
    ]
    assert [host for host in known if not found.knows_host(host)] == []
    assert [host for host in unknown if found.knows_host(host)] == []
    assert not found.https


@pytest.mark.parametrize("bound", ["0.0.0.0", "::"])
def test_bound_everywhere_it_knows_addresses_but_no_strangers_names(tmp_path: Path, bound: str) -> None:
    found = config(tmp_path, MOONSHOT_HOST=bound, MOONSHOT_HOSTS="cards.lan, Other.LAN")
    known = ["10.1.2.3:8000", "[fe80::1]:8000", "cards.lan", "other.lan:8000", "localhost"]
    assert [host for host in known if not found.knows_host(host)] == []
    assert not found.knows_host("rebound.example")


def test_a_public_address_is_a_known_host_and_decides_https(tmp_path: Path) -> None:
    found = config(tmp_path, MOONSHOT_PUBLIC_URL="https://Hearts.example.org/")
    assert (found.public_url, found.https) == ("https://hearts.example.org", True)
    assert found.knows_host("hearts.example.org")
    assert not config(tmp_path, MOONSHOT_PUBLIC_URL="http://hearts.lan:8000").https


@pytest.mark.parametrize("url", ["hearts.example", "ftp://x", "https://", "https://x/path", "https://u@x"])
def test_a_public_address_is_an_origin(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError, match="MOONSHOT_PUBLIC_URL is"):
        config(tmp_path, MOONSHOT_PUBLIC_URL=url)


def test_numbers_are_numbers(tmp_path: Path) -> None:
    assert config(tmp_path).tables_per_minute == 60
    assert config(tmp_path, MOONSHOT_TABLES_PER_MINUTE="5").tables_per_minute == 5
    for text in ("0", "-1", "many", "1e3", "²"):
        with pytest.raises(
            ConfigError, match=r"MOONSHOT_TABLES_PER_MINUTE is .*\. Give a whole number above 0\."
        ):
            config(tmp_path, MOONSHOT_TABLES_PER_MINUTE=text)


def test_other_services_and_roles(tmp_path: Path) -> None:
    found = config(tmp_path)
    assert (found.database_url, found.redis_url, found.role) == (None, None, "all")
    assert found.node
    assert found.database_name == str(tmp_path / "moonshot.sqlite3")
    found = config(
        tmp_path,
        MOONSHOT_DATABASE_URL="postgresql://me:se%40cret@db.example:5433/cards?sslmode=require",
        MOONSHOT_REDIS_URL="redis://localhost/0",
        MOONSHOT_ROLE="tables",
        MOONSHOT_NODE="t-1",
    )
    assert (found.role, found.node) == ("tables", "t-1")
    assert found.database_name == "postgresql://db.example/cards"
    made = database_settings(found)
    assert made["ENGINE"] == "django.db.backends.postgresql"
    assert [made[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "cards",
        "me",
        "se@cret",
        "db.example",
        "5433",
    ]
    assert made["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        (
            "MOONSHOT_DATABASE_URL",
            "mysql://me:secret@x/y",
            "MOONSHOT_DATABASE_URL has to begin with postgresql://",
        ),
        ("MOONSHOT_REDIS_URL", "http://x", "MOONSHOT_REDIS_URL has to begin with redis://"),
        ("MOONSHOT_ROLE", "king", "MOONSHOT_ROLE is 'king'. Choose one of all, web, tables."),
        ("MOONSHOT_NODE", "a b", "MOONSHOT_NODE is 'a b'."),
    ],
)
def test_services_and_roles_that_do_not_exist(tmp_path: Path, name: str, value: str, words: str) -> None:
    with pytest.raises(ConfigError) as told:
        config(tmp_path, **{name: value})
    assert words in str(told.value)
    assert "secret" not in str(told.value)


def test_the_news_of_a_site_is_its_own(tmp_path: Path) -> None:
    one = config(tmp_path, MOONSHOT_SECRET_KEY="a" * 40).news_channel
    assert one == config(tmp_path, MOONSHOT_SECRET_KEY="a" * 40).news_channel
    assert one != config(tmp_path, MOONSHOT_SECRET_KEY="b" * 40).news_channel


def test_how_many_processes_bots_think_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert config(tmp_path, MOONSHOT_THINKERS="0").thinkers == 0
    assert config(tmp_path, MOONSHOT_THINKERS="5").thinkers == 5
    for processors, thinkers in ((1, 1), (2, 1), (8, 7), (64, 16)):
        monkeypatch.setattr(site_config, "_processors", lambda processors=processors: processors)
        assert config(tmp_path).thinkers == thinkers
    for wrong in ("-1", "many", "1000"):
        with pytest.raises(ConfigError, match="MOONSHOT_THINKERS"):
            config(tmp_path, MOONSHOT_THINKERS=wrong)
