// Asking the server. What it refuses is thrown as `Refused`, with its sentence in both languages.

import { language, t } from "./words.js";

export const MOST_BYTES = 1 << 20;

export class Refused extends Error {
  constructor(words) {
    super(words.en);
    this.words = words;
  }
  toString() {
    return this.words[language()] ?? this.words.en;
  }
}

/** The reply of a call. A signal that aborts has the server stop working on it, too. */
export async function ask(name, fields, signal) {
  const body = JSON.stringify({ ...fields, lang: language() });
  if (new Blob([body]).size > MOST_BYTES) throw new Refused({ en: t("too_long"), ja: t("too_long") });
  let answer;
  try {
    answer = await fetch(`api/${name}`, { method: "POST", body, signal, headers: { "Content-Type": "application/json" } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    const words = t("lost", location.port);
    throw new Refused({ en: words, ja: words });
  }
  const found = await answer.json();
  if (!answer.ok) throw new Refused(found);
  return found;
}
