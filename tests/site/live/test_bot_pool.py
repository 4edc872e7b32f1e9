"""Processes in which bots think: late, stuck, dead and talking nonsense (user report M1)."""

import asyncio
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from moonshot.bots.policy import NotReadyError
from moonshot.bots.thinking import Answer, Question
from moonshot.engine import Pass, cards_of
from moonshot.site.live import bot_pool, bot_process, bot_worker
from moonshot.site.live.bot_pool import BotPool, LostError
from moonshot.site.live.bot_worker import Decided
from tests.site.live.places import PATIENCE, until
from tests.site.live.thinking_bots import find_policy, none_ready, nothing, weigh
from tests.tables.build import World

LONG = 4 * PATIENCE


def question(level: str = "deep", seed: int = 7) -> Question:
    asked = World().table.question(0.0)
    assert asked is not None
    return Question(level, asked.view, seed)


def with_pool(
    test: Callable[[BotPool], Awaitable[None]], workers: int = 1, *, levels: tuple[str, ...] = ("deep",)
) -> None:
    async def run() -> None:
        pool = BotPool(workers, find_policy, levels, nothing)
        pool.start()
        try:
            await until(lambda: pool.is_ready)
            await test(pool)
        finally:
            await pool.close()
        assert pool.pids == []

    asyncio.run(run())


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        # One that has ended and that nobody has asked for is gone as well.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def test_a_worker_thinks_and_nobody_is_left_behind() -> None:
    pids: list[int] = []

    async def test(pool: BotPool) -> None:
        await until(lambda: len(pool.pids) == 2)  # the second one begins when the first is warm
        pids.extend(pool.pids)
        asked = question()
        answers = await asyncio.gather(*(pool.think(asked, 1000, LONG) for _ in range(6)))
        assert answers == [Answer(Pass(cards_of(asked.view.hand)[-3:]), "deep", 1000)] * 6
        assert (pool.load.asked, pool.load.lost) == (6, 0)

    with_pool(test, 2)
    assert all(gone(pid) for pid in pids)


def test_a_dead_worker_is_replaced() -> None:
    async def test(pool: BotPool) -> None:
        first = pool.pids
        with pytest.raises(LostError):
            await pool.think(question("fatal"), 1000, LONG)
        await until(lambda: pool.is_ready and pool.pids != first)
        assert (await pool.think(question(), 1000, LONG)).policy == "deep"
        assert pool.load.lost == 2  # another one had tried

    with_pool(test)


def test_a_worker_killed_while_it_does_nothing_is_not_even_missed() -> None:
    async def test(pool: BotPool) -> None:
        [pid] = pool.pids
        os.kill(pid, 9)
        await until(lambda: gone(pid))
        answer = asyncio.ensure_future(pool.think(question(), 1000, LONG))
        assert (await answer).policy == "deep"
        assert pool.load.lost == 1

    with_pool(test)


@pytest.mark.parametrize("by_loop", [True, False])  # the loop cannot wait for pipes on Windows
def test_a_worker_killed_in_the_middle_leaves_no_question_open(
    monkeypatch: pytest.MonkeyPatch, by_loop: bool
) -> None:
    monkeypatch.setattr(bot_process, "BY_LOOP", by_loop)
    monkeypatch.setattr(bot_pool, "AHEAD_SECONDS", 60.0)

    async def test(pool: BotPool) -> None:
        await pool.think(question("slow"), 1000, LONG)  # it knows how long that takes, and is handed many
        asked = [asyncio.ensure_future(pool.think(question("slow", n), 1000, LONG)) for n in range(8)]
        await asked[1]
        os.kill(pool.pids[0], 9)
        assert {answer.policy for answer in await asyncio.gather(*asked)} == {"slow"}
        assert pool.load.lost == 1

    with_pool(test)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="Windows has no such thing")
def test_workers_think_only_while_the_server_has_nothing_to_do() -> None:
    async def test(pool: BotPool) -> None:
        [pid] = pool.pids
        assert os.getpriority(os.PRIO_PROCESS, pid) == bot_worker.LEAST_PRIORITY

    with_pool(test)


def test_a_late_answer_is_not_waited_for_and_one_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "STUCK_SECONDS", 0.5)

    async def test(pool: BotPool) -> None:
        with pytest.raises(TimeoutError):
            await pool.think(question("stuck"), 1000, 0.05)
        first = pool.pids
        await until(lambda: pool.is_ready and pool.pids != first)
        assert (await pool.think(question(), 1000, LONG)).policy == "deep"

    with_pool(test)


def test_what_a_policy_raises_reaches_whoever_asked() -> None:
    async def test(pool: BotPool) -> None:
        with pytest.raises(ZeroDivisionError):
            await pool.think(question("broken"), 1000, LONG)
        with pytest.raises(NotReadyError):
            await pool.think(question("steady"), 1000, LONG)  # does not search
        with pytest.raises(TypeError, match="pickle"):
            await pool.think(question(seed=threading.Lock()), 1000, LONG)  # type: ignore[arg-type]
        assert (await pool.think(question(), 1000, LONG)).policy == "deep"
        assert pool.load.lost == 0

    with_pool(test)


def test_where_nobody_can_search_all_are_told_so_at_once() -> None:
    async def run() -> None:
        for pool in (BotPool(1, none_ready, ("deep",), nothing), BotPool(0, find_policy, ("deep",), nothing)):
            pool.start()
            await until(lambda pool=pool: pool.pids == [])  # type: ignore[misc]
            assert not pool.is_ready
            with pytest.raises(NotReadyError):
                await pool.think(question(), 1000, LONG)
            await pool.close()
        pool = BotPool(1, find_policy, ("steady",), nothing)  # nobody here searches
        pool.start()
        assert pool.pids == []
        await pool.close()

    asyncio.run(run())


def test_the_more_wait_the_fewer_playouts() -> None:
    async def test(pool: BotPool) -> None:
        asked = question("slow")
        assert (await pool.think(asked, 1000, LONG)).playouts == 1000  # a tenth of a second
        answers = await asyncio.gather(*(pool.think(asked, 1000, LONG) for _ in range(60)))
        playouts = [answer.playouts for answer in answers]
        assert min(playouts) < 200  # nearly all of the others waited
        assert playouts[-1] > min(playouts)  # nobody waited after it
        assert pool.load.fewer > 30
        assert pool.load.waiting_most >= 59
        assert pool.usual_seconds("slow") > 0.01
        # And none is thought about for longer than a second, as far as that can be known.
        assert (await pool.think(asked, 1_000_000, LONG)).playouts < 100_000

    with_pool(test)


def test_where_the_queue_would_be_too_long_nobody_else_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule-based bot answers at once then, instead of all bots being late."""
    monkeypatch.setattr(bot_pool, "FEWEST_PLAYOUTS", 1000)  # a tenth of a second each, however many wait

    async def test(pool: BotPool) -> None:
        asked = question("slow")
        await asyncio.gather(*(pool.think(asked, 1000, LONG) for _ in range(12)))  # so it learns
        answers = await asyncio.gather(
            *(pool.think(asked, 1000, LONG) for _ in range(60)), return_exceptions=True
        )
        refused = sum(isinstance(answer, TimeoutError) for answer in answers)
        assert refused == pool.load.refused
        assert 30 < refused < 60
        assert (await pool.think(asked, 1000, LONG)).policy == "slow"

    with_pool(test)


def test_questions_that_nobody_waits_for_any_more_are_left_out() -> None:
    async def test(pool: BotPool) -> None:
        first = asyncio.ensure_future(pool.think(question("slow"), 3000, LONG))
        waiting = [asyncio.ensure_future(pool.think(question("stuck"), 1000, LONG)) for _ in range(5)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        assert (await first).policy == "slow"
        assert (await pool.think(question(), 1000, LONG)).policy == "deep"
        assert pool.load.lost == 0

    with_pool(test)


def test_closing_ends_thoughts_in_the_middle() -> None:
    async def run() -> None:
        pool = BotPool(1, find_policy, ("deep",), nothing)
        pool.start()
        await until(lambda: pool.is_ready)
        thinking = asyncio.ensure_future(pool.think(question("stuck"), 1000, LONG))
        waiting = asyncio.ensure_future(pool.think(question("stuck"), 1000, LONG))
        await asyncio.sleep(0)
        pids = pool.pids
        await pool.close()
        assert all(gone(pid) for pid in pids)
        with pytest.raises(LostError):
            await thinking
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(run())


def test_workers_end_with_a_server_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        textwrap.dedent(
            """
            import asyncio
            from moonshot.site.live.bot_pool import BotPool
            from tests.site.live.thinking_bots import find_policy, nothing

            async def run():
                pool = BotPool(1, find_policy, ("deep",), nothing)
                pool.start()
                while not pool.is_ready:
                    await asyncio.sleep(0.01)
                print(*pool.pids, flush=True)
                await asyncio.sleep(600)

            if __name__ == "__main__":
                asyncio.run(run())
            """
        )
    )
    root = Path(__file__).parents[3]
    server = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert server.stdout is not None
    [pid] = map(int, server.stdout.readline().split())
    assert not gone(pid)
    server.kill()
    server.wait()
    server.stdout.close()

    async def ended() -> None:
        await until(lambda: gone(pid))

    asyncio.run(ended())


def test_a_review_waits_until_nobody_else_does() -> None:
    async def run() -> None:
        pool = BotPool(1, find_policy, ("deep",), nothing, weigh)
        pool.start()
        order: list[str] = []
        try:
            await until(lambda: pool.is_ready)

            async def think() -> None:
                await pool.think(question(), 1000, LONG)
                order.append("bot")

            async def review() -> None:
                asked = question()
                made = Pass(cards_of(asked.view.hand)[:5:2])
                found = await pool.review(Decided("deep", asked.view, asked.seed, made), 1000, LONG)
                assert len(found) > 3
                assert found[-1][0] == made, "what was chosen is weighed in any case"
                order.append("review")

            bots = [asyncio.ensure_future(think()) for _ in range(3)]
            await until(lambda: pool.load.asked == 3)
            later = asyncio.ensure_future(review())
            await asyncio.gather(later, *bots)
        finally:
            await pool.close()
        assert order == ["bot"] * 3 + ["review"]

    asyncio.run(run())
