const SECRETS = Symbol('errata.secrets');
const PASSWORD = /pass|pwd|secret|token/i;

/** Of a field of a DTO: what was typed there is never sent back. Fields that are named like one are never anyway. */
export function Secret(): PropertyDecorator {
  return (target, name) => {
    const known = (Reflect.getMetadata(SECRETS, target) as readonly unknown[] | undefined) ?? [];
    Reflect.defineMetadata(SECRETS, [...known, name], target);
  };
}

/** Whether what was typed in a field stays here. `dto`: the class of the fields, when it is known. */
export function isSecret(name: string, dto?: { readonly prototype: object }): boolean {
  const marked = dto ? (Reflect.getMetadata(SECRETS, dto.prototype) as readonly unknown[]) : [];
  return PASSWORD.test(name) || (marked ?? []).includes(name);
}
