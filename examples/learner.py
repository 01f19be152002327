"""A learner by self-play in PyTorch: it beats `greedy` on the box `small` after a few minutes on two cores.

    pip install torch
    python examples/learner.py --games 40000 --seed 1
    sanssouci arena examples/learner.py:Learner greedy --box small --games 1000 --seed 1

One network plays both seats of many games, which are stepped together. It is told what the seat may know, and answers
with a preference for each code and the points that it expects to gain on the other seat from here. It learns by
proximal policy optimisation (PPO, Schulman et al. 2017), with advantages along the decisions of each seat (GAE).
"""

import argparse
import os
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from sanssouci import Move, View
from sanssouci.vector import Batch, observe

FILE = os.environ.get("LEARNER", "learner.pt")  # what the player in the arena has learnt
GAMES, LAMBDA, CLIP, EPOCHS, PART = 512, 0.95, 0.2, 2, 2048
MARGIN = 10.0  # points that count as 1


class Network(nn.Module):
    """From observations (B, 567) and masks (B, 193) to log-probabilities (B, 193) and values (B,)."""

    def __init__(self, size: int = 567, width: int = 256, codes: int = 193) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))
        self.trunk = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, codes), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Preferences among the legal codes, and the margin still to come."""
        hidden = self.trunk((observations.float() - self.mean) * self.scale)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return functional.log_softmax(logits, dim=1), self.value(hidden).squeeze(1)

    def look_at(self, observations: np.ndarray) -> None:
        """Learn how the numbers of an observation are spread, so that all weigh the same."""
        numbers = torch.from_numpy(observations).float()
        self.mean.copy_(numbers.mean(dim=0))
        self.scale.copy_(1 / numbers.std(dim=0).clamp(min=0.1))


class Learner:
    """What was learnt, as a player for the arena: always the code that it prefers."""

    def __init__(self, seed: int | None = None) -> None:
        torch.set_num_threads(1)
        self.network = Network()
        self.network.load_state_dict(torch.load(FILE, weights_only=True))

    def choose(self, view: View) -> Move:
        """Decide code by code until the turn is over."""
        codes = list(view.steps)
        while view.is_my_turn:
            mask = torch.zeros(1, 193, dtype=torch.bool)
            mask[0, list(view.legal_codes)] = True
            with torch.inference_mode():
                preferences, _ = self.network(torch.from_numpy(observe(view)[None]), mask)
            codes.append(int(preferences.argmax()))
            view = view.after(codes[-1])
        return view.move_of(codes)


def play(batch: Batch, network: Network) -> dict[str, torch.Tensor]:
    """Play a game in each place; return all decisions among several codes, with advantages and returns."""
    batch.reset()
    everyone, line, following = np.arange(len(batch)), [], np.zeros((len(batch), 2), np.float32)
    while not batch.terminated.all():
        live, seats, points = ~batch.terminated, np.maximum(batch.seats, 0), batch.scores.astype(np.float32)
        observations, masks = torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy())
        masks[~live, 0] = True  # nothing is legal after the end, and the code is ignored
        with torch.inference_mode():
            logs, values = network(observations, masks)
            codes = torch.distributions.Categorical(logits=logs).sample()
        now = {"observations": observations, "masks": masks, "codes": codes, "logs": logs[everyone, codes]}
        lead = (points[everyone, seats] - points[everyone, 1 - seats]) / MARGIN
        line.append((now, values.numpy(), seats, lead, live & (masks.sum(dim=1) > 1).numpy()))
        batch.step(codes.numpy())
        following[batch.terminated & live] = batch.rewards[batch.terminated & live] / MARGIN
    traces, parts = np.zeros_like(following), []
    for now, values, seats, lead, chosen in reversed(line):
        at = everyone[chosen], seats[chosen]  # `following` is the margin that this seat expects at its next decision
        traces[at] = following[at] - (lead + values)[chosen] + LAMBDA * traces[at]
        following[at] = (lead + values)[chosen]
        part = {key: value[torch.from_numpy(chosen)] for key, value in now.items()}
        part["advantages"] = torch.from_numpy(traces[at])
        part["returns"] = part["advantages"] + torch.from_numpy(values[chosen])
        parts.append(part)
    return {key: torch.cat([part[key] for part in parts]) for key in parts[0]}


def improve(network: Network, optimiser: torch.optim.Optimizer, data: dict[str, torch.Tensor], bonus: float) -> None:
    """A few passes over the decisions: more of what went better than expected, within bounds."""
    advantages = (data["advantages"] - data["advantages"].mean()) / data["advantages"].std()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(advantages)).split(PART):
            logs, values = network(data["observations"][part], data["masks"][part])
            ratio = (logs.gather(1, data["codes"][part, None]).squeeze(1) - data["logs"][part]).exp()
            gain = advantages[part]
            policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logs.exp() * logs.clamp(min=-30)).sum(dim=1).mean()
            loss = policy + 0.5 * functional.mse_loss(values, data["returns"][part]) - bonus * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def main() -> None:
    """Learn from a number of games and write what was learnt."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--box", default="small")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=FILE)
    options = parser.parse_args()
    torch.set_num_threads(1)  # one core is enough for so small a network, and the same seed then learns the same
    torch.manual_seed(options.seed)
    batch = Batch(GAMES, options.box, seed=options.seed, rewards="margin", autoreset="disabled")
    network, seen = Network(batch.observation_size), []
    while not batch.terminated.all():
        seen.append(batch.observations.copy())
        batch.step(batch.sample())
    network.look_at(np.concatenate(seen))
    optimiser = torch.optim.Adam(network.parameters())
    start = time.perf_counter()
    for games in range(GAMES, options.games + GAMES, GAMES):
        left = max(1 - games / options.games, 0)
        optimiser.param_groups[0]["lr"] = 1e-3 * left + 1e-5
        improve(network, optimiser, play(batch, network), bonus=0.01 * left)
        torch.save(network.state_dict(), options.out)
        print(
            f"{games} games, {time.perf_counter() - start:.0f} s, of the processor {time.process_time():.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
