declare module 'parse-prometheus-text-format' {
  /** Throws on a line that is not in the format. */
  export default function parse(text: string): unknown[];
}
