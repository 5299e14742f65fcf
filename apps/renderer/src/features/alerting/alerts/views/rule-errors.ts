export type RuleErrors = Readonly<Record<string, readonly string[] | undefined>>;
