// <o8-question>: a question of the page's own, in the place of the browser's.

import { h, setText } from "../dom.js";
import { DialogElement } from "./dialog.js";

/** @import { Attributes } from "../dom.js" */

/**
 * What is asked for; `check` says what is wrong with what was typed.
 * @typedef {{name: string, label: string, attributes?: Attributes, check?: (typed: string) => string}} Asked
 * @typedef {{title: string, words: string, yes: string, fields?: Asked[]}} Question
 */

export class QuestionElement extends DialogElement {
  #form = h("form", { novalidate: true });
  /** @type {(answer: Record<string, string> | null) => void} */
  #answer = () => {};

  connectedCallback() {
    super.connectedCallback();
    this.body.append(this.#form);
    // However it is closed, who asked is told; after an answer this says nothing more.
    this.addEventListener("close", () => this.#answer(null), { capture: true });
  }

  /**
   * @param {Question} question
   * @returns {Promise<Record<string, string> | null>} what was typed, by name; null is no
   */
  ask({ title, words, yes, fields = [] }) {
    const press = h("button", { type: "submit", class: "strong" }, yes);
    const no = h("button", { type: "button" }, "Cancel");
    no.addEventListener("click", () => this.close());
    const boxes = fields.map(({ name, label, attributes = {}, check = () => "" }) => {
      const box = h("input", { name, type: "text", autocomplete: "off", ...attributes });
      const problem = h("span", { class: "problem", role: "alert" });
      return { box, check, problem, node: h("label", { class: "field" }, label, box, problem) };
    });
    this.#form.replaceChildren(
      ...(words ? [h("p", {}, words)] : []),
      ...boxes.map(({ node }) => node),
      h("div", { class: "buttons" }, press, no),
    );
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      for (const { box, check, problem } of boxes) setText(problem, check(box.value.trim()));
      const wrong = boxes.find(({ problem }) => problem.textContent);
      if (wrong) return wrong.box.focus();
      this.#answer(Object.fromEntries(boxes.map(({ box }) => [box.name, box.value.trim()])));
      this.close();
    };
    this.show(title);
    if (boxes[0]) boxes[0].box.select();
    else press.focus();
    return new Promise((resolve) => (this.#answer = resolve));
  }
}

customElements.define("o8-question", QuestionElement);

/**
 * Asks on top of whatever the page shows.
 * @param {Question} question
 */
export function question(question) {
  let element = /** @type {QuestionElement | null} */ (document.querySelector("o8-question"));
  if (!element) {
    element = new QuestionElement();
    document.body.append(element);
  }
  return element.ask(question);
}
