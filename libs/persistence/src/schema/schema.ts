import type { PlatformSchema } from './platform.schema.ts';
import type { ProductSchema } from './product.schema.ts';

/** All tables of both migration sets, as Kysely types its queries by. */
export interface Schema extends PlatformSchema, ProductSchema {}
