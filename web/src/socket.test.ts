import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pause, Socket, type Line } from "./socket";
import { FakeSocket } from "./socket.fake";

describe("a socket that reconnects", () => {
  let lines: Line[];
  let messages: string[];
  const connect = () =>
    new Socket("ws://x", { line: (line) => lines.push(line), message: (text) => messages.push(text) });
  const newest = () => FakeSocket.newest;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    lines = [];
    messages = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says when the line is up and when it is lost, and connects again", () => {
    connect();
    newest().opens();
    newest().breaks();
    expect(lines).toEqual(["connecting", "open", "lost"]);
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
    newest().opens();
    expect(lines.at(-1)).toBe("open");
  });

  it("waits longer after every failure, and never too long", () => {
    const waits = [0, 1, 2, 3, 20].map((failures) => pause(failures, 1));
    expect(waits).toEqual([400, 800, 1600, 3200, 9_000]);
    expect(pause(0, 0)).toBe(200);
  });

  it("waits longer each time a line is opened but not served", () => {
    connect();
    const attempts = () => FakeSocket.all.length;
    for (let i = 0; i < 6; i += 1) {
      newest().opens();
      newest().breaks();
      vi.advanceTimersByTime(pause(i, 1));
    }
    expect(attempts()).toBe(7);
    newest().opens();
    newest().breaks();
    vi.advanceTimersByTime(pause(6, 0) - 1);
    expect(attempts()).toBe(7);
  });

  it("comes back soon to a line that was served", () => {
    const socket = connect();
    for (let i = 0; i < 6; i += 1) {
      newest().opens();
      socket.served();
      newest().breaks();
      vi.advanceTimersByTime(400);
    }
    expect(FakeSocket.all).toHaveLength(7);
  });

  it("comes back to a server without its database as to one that is away", () => {
    connect();
    newest().opens();
    newest().breaks(4503);
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("leaves a server that refuses it alone for a long time", () => {
    connect();
    newest().opens();
    newest().breaks(4429);
    vi.advanceTimersByTime(7_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(8_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("does not come back to what is no longer there", () => {
    connect();
    newest().opens();
    newest().breaks(4404);
    vi.advanceTimersByTime(600_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(lines.at(-1)).toBe("gone");
  });

  it("follows a server that is replaced at once, and without a word", () => {
    const socket = connect();
    newest().opens();
    socket.served();
    newest().breaks(1012);
    vi.advanceTimersByTime(100);
    expect(FakeSocket.all).toHaveLength(2);
    newest().opens();
    expect(lines).toEqual(["connecting", "open", "moving", "open"]);
  });

  it("says that the line is lost if no other server takes over", () => {
    const socket = connect();
    newest().opens();
    socket.served();
    newest().breaks(1012);
    vi.advanceTimersByTime(100);
    newest().breaks();
    expect(lines).toEqual(["connecting", "open", "moving", "lost"]);
    vi.advanceTimersByTime(800);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("hears nothing from a line that was renewed", () => {
    const socket = connect();
    newest().opens();
    const old = newest();
    socket.renew();
    newest().opens();
    old.onmessage?.({ data: "old" });
    old.onclose?.({ code: 1006 });
    newest().onmessage?.({ data: "new" });
    expect(messages).toEqual(["new"]);
    expect(lines.at(-1)).toBe("open");
  });

  it("refuses to send while the line is down, and stays closed once closed", () => {
    const socket = connect();
    expect(socket.send("a")).toBe(false);
    newest().opens();
    expect(socket.send("b")).toBe(true);
    expect(newest().sent).toEqual(["b"]);
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
