// Building and changing elements. Text from other people only ever becomes a text node.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * A new element with attributes and children; `false`, `null` and `undefined` set no attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Node[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Sets the text only where it differs, so that screen readers and selections are left in peace.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Replaces the children only where they differ by identity.
 * @param {Element} element
 * @param {Node[]} children
 */
export function setChildren(element, children) {
  const old = element.childNodes;
  if (old.length === children.length && children.every((child, i) => child === old[i])) return;
  element.replaceChildren(...children);
}

/** @param {string} id of an element that the page has */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * @param {EventTarget} from
 * @param {string} type
 * @param {object} [detail]
 */
export function tell(from, type, detail = {}) {
  from.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
}

/**
 * The one element of that tag in the page.
 * @template {HTMLElement} T
 * @param {string} tag
 * @param {new () => T} kind
 * @returns {T}
 */
export function part(tag, kind) {
  const element = document.querySelector(tag);
  if (!(element instanceof kind)) throw new Error(`the page has no ${tag}`);
  return element;
}

/**
 * Handles the events that `tell` sends, of that type.
 * @template T
 * @param {string} type
 * @param {(detail: T) => void} handle
 */
export function on(type, handle) {
  document.addEventListener(type, (event) => handle(/** @type {CustomEvent<T>} */ (event).detail));
}
