/** Which files the client is built into. By itself the bundler makes one of every few modules that the same rooms share,
    and a browser would fetch forty of them before it shows a table. */

interface Graph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** All modules that come with one. */
function reach(root: string, graph: Graph): Set<string> {
  const found = new Set([root]);
  for (const id of found) graph.getModuleInfo(id)?.importedIds.forEach((each) => found.add(each));
  return found;
}

/** All rooms: what is fetched when it is entered, from anywhere. */
function rooms(root: string, graph: Graph): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const waiting = [root];
  for (let from = waiting.pop(); from; from = waiting.pop()) {
    for (const id of reach(from, graph)) {
      for (const room of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (found.has(room)) continue;
        found.set(room, reach(room, graph));
        waiting.push(room);
      }
    }
  }
  return found;
}

/** The file of a module: "first" comes with what runs first, "core" comes with every page, "garden" with the rules and with tables, "game" with tables and
    whatever looks like one, "end" with the end of a game. What belongs to one room alone is in the file of that room. */
export function chunks(
  folder: string,
): { name: (id: string, graph: Graph) => string | null; priority: number }[] {
  const source = (name: string) => `${folder}/src/${name}`;
  let files: Map<string, string> | null = null;
  function divide(graph: Graph): Map<string, string> {
    const divided = new Map<string, string>();
    const main = source("main.ts");
    const ahead = source("ahead.ts");
    const [first, core, all] = [reach(ahead, graph), reach(main, graph), rooms(main, graph)];
    const shared = [
      ["core", source("pages/Start.svelte")],
      ["garden", source("pages/RulesPage.svelte"), source("pages/TablePage.svelte")],
      ["game", source("pages/TablePage.svelte")],
      ["end", source("ending/Ending.svelte")],
    ] as const;
    for (const id of first) if (id !== ahead) divided.set(id, "first");
    for (const id of core) if (id !== main && !first.has(id)) divided.set(id, "core");
    for (const [name, ...needed] of shared) {
      for (const id of all.get(needed[0]) ?? []) {
        const users = [...all].filter(([, modules]) => modules.has(id)).map(([room]) => room);
        const alone = users.length < 2 || users.includes(id);
        if (alone || core.has(id) || divided.has(id) || !needed.every((room) => users.includes(room)))
          continue;
        divided.set(id, name);
      }
    }
    return divided;
  }
  const fileOf = (id: string, graph: Graph) => (files ??= divide(graph)).get(id) ?? null;
  return ["end", "game", "garden", "core", "first"].map((name, priority) => ({
    name: (id, graph) => (fileOf(id, graph) === name ? name : null),
    priority, // a file takes what its modules need along, unless another has it already
  }));
}
