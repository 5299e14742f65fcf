import { ItemTypes } from '../../src/outcomes/item-types.ts';
import { declaredItems } from '../../src/product-items.ts';

/** The types of items that the product's relay keeps and reads. */
export const types = new ItemTypes(declaredItems);
