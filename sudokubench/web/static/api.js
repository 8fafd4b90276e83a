// Send calls to the HTTP API and follow long ones; a refusal is thrown as `Refused`, in both languages.

import { language, t } from "./words.js";

export const MOST_BYTES = 4 << 20;

export class Refused extends Error {
  constructor(words) {
    super(words.en);
    this.words = words;
  }
  toString() {
    return this.words[language()] ?? this.words.en;
  }
}

/** If the link has a token, the server sets a cookie with it, because pictures and frames cannot send headers. */
const token = new URLSearchParams(location.hash.slice(1)).get("token");
const entered = token && fetch("health", { headers: { Authorization: `Bearer ${token}` } }).then((answer) => answer.text(), () => {});

/** Return the answer to a call. If the signal aborts, the server stops its work, too. */
async function post(name, fields, signal) {
  const body = JSON.stringify({ ...fields, lang: language() });
  if (new Blob([body]).size > MOST_BYTES) throw refused("too_long");
  let answer;
  await entered;
  try {
    answer = await fetch(`api/${name}`, { method: "POST", body, signal, headers: { "Content-Type": "application/json" } });
  } catch (error) {
    throw lost(error);
  }
  if (!/^(application\/json|text\/event-stream)/.test(answer.headers.get("content-type"))) throw refused("foreign", answer.status);
  if (!answer.ok) throw new Refused(await answer.json());
  return answer;
}

const refused = (key, ...values) => new Refused({ en: t(key, ...values) });
const lost = (error) => (error.name === "AbortError" ? error : refused("lost", location.port));

/** Return the reply of a call. */
export async function ask(name, fields, signal) {
  return (await post(name, fields, signal)).json();
}

/** Return the puzzles with which `serve` was started, if there are several. */
export async function opened() {
  await entered;
  return fetch("api/opened").then((answer) => (answer.ok ? answer.json() : []), () => []);
}

/** Yield the news of a long call as pairs of a name and a value, up to "result". If the signal aborts, the server stops the call. */
export async function* follow(name, fields, signal) {
  const answer = await post(name, fields, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "", kind = "";
  while (kind !== "result") {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      throw lost(error);
    }
    if (part.done) throw lost({});
    const events = (text + part.value).split("\n\n");
    text = events.pop();
    for (const one of events) {
      const [, name, data] = one.match(/^event: (.*)\ndata: (.*)$/);
      kind = name;
      if (kind === "error") throw new Refused(JSON.parse(data));
      yield [kind, JSON.parse(data)];
    }
  }
}

/** Return the address of a page or drawing. */
export const address = (name, fields) => `api/${name}?${new URLSearchParams({ ...fields, lang: language() })}`;
