/** It has no types of its own. */
declare module 'parse-prometheus-text-format' {
  /** Throws on a line that is none of the format. */
  export default function parse(text: string): unknown[];
}
