"""What a bare echo costs: frames in per second of the server's CPU, each fanned out to ten."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from bench.room_process import Server
from bench.room_sockets import Peer, connect, handshake

VIEWERS: Final = 10


class Rate(NamedTuple):
    """What was measured: how many, in how many seconds of the server's CPU, and by the clock."""

    frames: int
    cpu: float
    seconds: float

    @property
    def per_cpu_second(self) -> float:
        return self.frames / self.cpu


class Speaker(Peer):
    """Of a group one speaks: the next frame as soon as the last one has come back."""

    def __init__(self, group: int, port: int) -> None:
        super().__init__(handshake(f"/{group}", port))
        self.text = b""
        self.on = False

    def heard(self, text: bytes) -> None:
        if self.on:
            self.say(self.text)


class Echoed:
    """Groups of ten connections to an echo, each with one that speaks."""

    def __init__(self, server: Server, groups: int) -> None:
        self.server = server
        self.groups = [
            [Speaker(group, server.port) for _ in range(VIEWERS)] for group in range(groups)
        ]

    async def open(self) -> None:
        for group in self.groups:
            await asyncio.gather(*(connect(peer, self.server.port) for peer in group))

    async def measure(self, seconds: float, size: int) -> Rate:
        """Everybody speaks for so long, in frames of ``size`` bytes."""
        loop = asyncio.get_running_loop()
        speakers = [group[-1] for group in self.groups]
        for speaker in speakers:
            speaker.text, speaker.on = b"x" * size, True
            speaker.say(speaker.text)
        await asyncio.sleep(0.2)
        cpu, started = self.server.cpu, loop.time()
        before = sum(speaker.frames for speaker in speakers)
        await asyncio.sleep(seconds)
        rate = Rate(
            sum(speaker.frames for speaker in speakers) - before,
            self.server.cpu - cpu,
            loop.time() - started,
        )
        for speaker in speakers:
            speaker.on = False
        await asyncio.sleep(0.2)
        # All have heard all of it, or it was no echo.
        for group in self.groups:
            assert len({peer.frames for peer in group}) == 1, "an echo was lost"
        return rate

    def hang_up(self) -> None:
        """Everybody goes."""
        for peer in (peer for group in self.groups for peer in group):
            peer.hang_up()


async def _alone() -> None:
    with Server(["-m", "bench.room_echo"]) as server:
        for groups in (1, 20):
            echoed = Echoed(server, groups)
            await echoed.open()
            for size in (200, 1000, 2000, 4000):
                rate = await echoed.measure(2, size)
                print(
                    f"{groups:>3} groups, {size:>5} bytes: {rate.per_cpu_second:8,.0f} frames in "
                    f"a second of CPU, {1e6 / rate.per_cpu_second:6.1f} us each, "
                    f"{rate.frames / rate.seconds:8,.0f} a second"
                )
            echoed.hang_up()
            await asyncio.sleep(0.5)


if __name__ == "__main__":
    import uvloop

    uvloop.run(_alone())
