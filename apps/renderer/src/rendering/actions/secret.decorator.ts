const SECRETS = Symbol('errata.secrets');
const PASSWORD = /pass|pwd|secret|token/i;

/**
 * Marks a DTO field whose value is never sent back to the form. Fields with names like "password"
 * or "token" are never sent back, even without this decorator.
 *
 * ```ts
 * export class ConfirmDto {
 *   @Secret()
 *   @IsString()
 *   readonly code!: string;
 * }
 * ```
 */
export function Secret(): PropertyDecorator {
  return (target, name) => {
    const known = (Reflect.getMetadata(SECRETS, target) as readonly unknown[] | undefined) ?? [];
    Reflect.defineMetadata(SECRETS, [...known, name], target);
  };
}

export function isSecret(name: string, dto?: { readonly prototype: object }): boolean {
  const marked = dto ? (Reflect.getMetadata(SECRETS, dto.prototype) as readonly unknown[]) : [];
  return PASSWORD.test(name) || (marked ?? []).includes(name);
}
