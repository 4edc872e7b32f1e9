"""Which names people may have, and which look alike."""

import pytest

from moonshot.site.people.ids import guest_name, handle_of, is_handle, new_account_id
from moonshot.site.people.names import NameRefusedError, clean_name, skeleton
from moonshot.tables.seats import BOT_NAMES


def refusal(text: str) -> str | None:
    try:
        clean_name(text)
    except NameRefusedError as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria  ", "Anna Maria"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Nguyễn Văn", "Nguyễn Văn"),
        ("Ａｎｎａ", "Anna"),
        ("Анна", "Анна"),
        ("李雷 Li", "李雷 Li"),
        ("さくら", "さくら"),
        ("김민수", "김민수"),
        ("משה", "משה"),
        ("अनिता", "अनिता"),
        ("শ্রী", "শ্রী"),
        ("ปู่น้ำทิ้ง", "ปู่น้ําทิ้ง"),
        ("\u314b\u314b", "\u110f\u110f"),
        ("robot_7", "robot_7"),
        ("x" * 20, "x" * 20),
    ],
)
def test_names_that_people_have(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "name_length"),
        ("A", "name_length"),
        ("  B ", "name_length"),
        ("x" * 21, "name_length"),
        ("x" * 1_000_000, "name_length"),
        ("<img src=x>", "name_signs"),
        ("<img src=x onerror=1>", "name_length"),
        ("a/b", "name_signs"),
        ("../etc", "name_signs"),
        ("x\ny", "name_signs"),
        ("x\x00y", "name_signs"),
        ("\u202eanna", "name_signs"),
        ("an\u200bna", "name_signs"),
        ("an\u2066na", "name_signs"),
        ("Anna #2", "name_signs"),
        ("A&amp;B", "name_signs"),
        ("😀😀", "name_signs"),
        ("Z̸a̸l̸g̸o̸", "name_signs"),
        ("\u3164\u3164", "name_signs"),
        ("Anna\u1160", "name_signs"),
        ("Anna\u1161", "name_signs"),
        ("An\u0e34na", "name_signs"),
        ("Anna\u09bc", "name_signs"),
        ("\u0e01" + 5 * "\u0e49", "name_signs"),
        ("\u0e34\u0e01\u0e02", "name_signs"),
        ("12345", "name_letters"),
        ("- _ -", "name_letters"),
        ("\u0410nna", "name_mixed"),
        ("Ann\u0430", "name_mixed"),
        ("αnna", "name_mixed"),
        ("admin", "name_reserved"),
        ("Adm1n", "name_reserved"),
        ("ADMIN 42", "name_reserved"),
        ("the moderator", "name_reserved"),
        ("Guest 1234", "name_reserved"),
        ("Bot", "name_reserved"),
        ("Bot Anna", "name_reserved"),
        ("system", "name_reserved"),
        ("M i r a", "name_reserved"),
        ("shit head", "name_words"),
        ("s-h-i-t", "name_words"),
        ("F_u_c_k", "name_words"),
        ("ᴀᴅᴍɪɴ", "name_reserved"),
        ("ⓜⓞⓓ", "name_reserved"),
        ("Mɪʀᴀ", "name_reserved"),
        ("ꜱʜɪᴛ", "name_words"),
    ],
)
def test_names_that_nobody_may_have(given: str, code: str) -> None:
    assert refusal(given) == code


@pytest.mark.parametrize("bot", BOT_NAMES)
def test_nobody_is_called_like_a_bot(bot: str) -> None:
    assert refusal(bot.upper()) == "name_reserved"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "an-na"),
        ("Anna", "Ann a"),
        ("Anna", "Ánna"),
        ("Anna", "\u0410nn\u0430"),
        ("Bill", "BiIl"),
        ("modern", "modem"),
        ("Otto7", "0tto7"),
        ("Anna", "ᴀɴɴᴀ"),
        ("Anna", "ᵃⁿⁿᵃ"),
        ("Anna", "ⓐⓝⓝⓐ"),
        ("Anna", "𝔄𝔫𝔫𝔞"),
        ("Anna", "Ɐƞŋɑ"),
        ("Bill", "ʙɪʟʟ"),
        ("Bill", "Bıll"),
        ("Bill", "Bіll"),
        ("Bill", "Biǀǀ"),
        ("Boris", "ƁɵɍɨƧ"),
        ("Cory", "Ȼøɼƴ"),
        ("Zoe", "Ƶöɛ"),
        ("Anna", "Annaꞌ"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_do_not_look_alike() -> None:
    names = ["Anna", "Hanna", "Ana", "Maria", "Mario", "Анна", "李雷", "李磊", "Anna 2"]
    assert len({skeleton(name) for name in names}) == len(names)


def test_a_handle_follows_from_the_id_and_says_nothing_of_it() -> None:
    ids = [new_account_id() for _ in range(2000)]
    handles = {handle_of(account) for account in ids}
    assert len(handles) == 2000
    assert all(map(is_handle, handles))
    assert handle_of(ids[0]) == handle_of(ids[0])
    assert not any(handle in account or account[:8] in handle for account in ids[:50] for handle in handles)
    assert not is_handle("short")
    assert guest_name(ids[0]).startswith("Guest ")
