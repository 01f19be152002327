import { beforeAll, expect, test } from "vitest";
import { speak } from "../texts.svelte";
import type { FollowedView } from "../wire";
import { question } from "./company";

const wanting = (kind: string, seat: number): FollowedView =>
  ({
    ...{ names: ["Ada", "Ben"], expansions: [], eyes: 0, draft: null, view: { turns: 3 } },
    wanted: { kind, seat, options: [], space: null },
  }) as unknown as FollowedView;

beforeAll(() => speak("en"));

test("what another player holds is asked about by name", () => {
  expect(question(wanting("mission", 0))).toBe("Which mission did you get?");
  expect(question(wanting("card", 0))).toBe("Which card did you draw?");
  expect(question(wanting("mission", 1))).toBe("Ben: which mission?");
  expect(question(wanting("card", 1))).toBe("Ben: which card was drawn?");
});
