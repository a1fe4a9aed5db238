// A list whose end stays in sight for who has not scrolled away from it.

/** Nearer to the end than this, in px, is at it. */
const NEAR = 24;

export class Follow {
  #atEnd = true;
  #height = 0;
  /** @type {HTMLElement} */
  #list;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.#list = list;
    list.addEventListener("scroll", () => {
      // A list that has just got less room is not scrolled by its reader: that is told below.
      if (list.clientHeight === this.#height) this.#atEnd = this.#isAtEnd;
    });
    new ResizeObserver(() => {
      this.#height = list.clientHeight;
      if (this.#atEnd) this.toEnd();
    }).observe(list);
  }

  /** Whether its reader reads the end. */
  get atEnd() {
    return this.#atEnd;
  }

  get #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.#list;
    return scrollTop + clientHeight > scrollHeight - NEAR;
  }

  /** Shows the end. */
  toEnd() {
    this.#atEnd = true;
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}
