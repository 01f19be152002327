/** What a browser has kept, perhaps from an older version, made to fit: anything missing or of another kind takes its
    default, anything unknown is left out. Where the default is null, texts and numbers also fit; where it is an empty
    list, a list of texts does. */
export function fitted<T>(found: unknown, standard: T): T {
  if (standard === null) {
    return (typeof found === "string" || typeof found === "number" ? found : null) as T;
  }
  if (Array.isArray(standard)) {
    if (!Array.isArray(found)) return standard;
    const kept = standard.length
      ? found.map((each) => fitted(each, standard.at(-1)))
      : found.filter((each) => typeof each === "string");
    return kept as T;
  }
  if (typeof standard === "object") {
    const known = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(standard).map(([key, each]) => [key, fitted(known[key], each)]),
    ) as T;
  }
  return typeof found === typeof standard ? (found as T) : standard;
}
