/** A sentence: its words, and in brackets values that stand out. */
export type ReasonLine = readonly (string | readonly [value: string])[];

export interface WhyNowProps {
  readonly lines: readonly ReasonLine[];
}
