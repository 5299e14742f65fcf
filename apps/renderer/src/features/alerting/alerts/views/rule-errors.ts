/** Faults of a rule, by field of its form. */
export type RuleErrors = Readonly<Record<string, readonly string[] | undefined>>;
