import type { z } from 'zod';
import type { Right } from '#product/people/accounts/rules';
import type { Access } from '../../../people/accounts/index.ts';
import type { toolInputs } from './tool-inputs.ts';

export type ToolName = keyof typeof toolInputs;
export type ToolInput<Name extends ToolName> = z.infer<(typeof toolInputs)[Name]>;

export interface Tool<Name extends ToolName> {
  readonly title: string;
  readonly description: string;
  /**
   * The tool is offered only to tokens that have this right in some project. The tool itself checks
   * the right again.
   */
  readonly right?: Right;
  readonly changes?: true;
  /** Returns Markdown. Throws an `HttpException` whose message the assistant may read. */
  readonly run: (access: Access, input: ToolInput<Name>) => Promise<string>;
}

export type Tools<Name extends ToolName = ToolName> = { readonly [Key in Name]: Tool<Key> };
