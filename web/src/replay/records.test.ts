import { expect, it } from "vitest";
import { Refusal } from "../api";
import { LARGEST, recordsIn } from "./records";

const message = (text: string) => {
  try {
    recordsIn(text);
  } catch (error) {
    return (error as Refusal).problem?.message;
  }
  return undefined;
};

it("reads one record, however it is written", () => {
  expect(recordsIn('{\n  "format": "x"\n}\n')).toEqual([{ format: "x" }]);
});

it("reads several records, one on each line", () => {
  expect(recordsIn('{"a": 1}\r\n\n{"a": 2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
});

it("says what is wrong, and where", () => {
  expect(message("")).toBe("there is nothing in it");
  expect(message("[1, 2]")).toBe("the text is not a JSON object");
  expect(message('{"a": 1}\nhello')).toBe("line 2 is not JSON");
  expect(message('{"a": 1}\n7')).toBe("line 2 is not a JSON object");
  const long = JSON.stringify({ a: "x".repeat(LARGEST) });
  expect(message(long)).toBe("the text is too long for a record");
  expect(message(`{"a": 1}\n${long}`)).toBe("line 2 is too long for a record");
});
