import { expect, test } from '@jest/globals';
import { toTypeName } from './type-name.ts';

test.each([
  ['jvm', 'IllegalStateException', 'java.lang', 'java.lang.IllegalStateException', undefined],
  ['jvm', 'Checkout$Declined', 'com.acme.shop', 'com.acme.shop.Checkout$Declined', undefined],
  ['python', 'ValueError', 'builtins', 'ValueError', undefined],
  ['python', 'PaymentError', '__main__', 'PaymentError', undefined],
  ['python', 'Order.DoesNotExist', 'orders.models', 'orders.models.Order.DoesNotExist', undefined],
  ['rust', 'Error', 'shop::reindex', 'shop::reindex::Error', undefined],
  ['go', '*errors.errorString', undefined, '*errors.errorString', undefined],
  ['dotnet', 'System.Exception', 'mscorlib', 'System.Exception', 'mscorlib'],
  ['ruby', 'ActiveRecord::NotFound', 'ActiveRecord', 'ActiveRecord::NotFound', 'ActiveRecord'],
  ['jvm', 'java.lang.Error', 'java.lang', 'java.lang.Error', undefined],
  ['jvm', '', 'java.lang', '', 'java.lang'],
  ['php', 'Gone@anonymous\0/var/www/Cart.php:12$0', undefined, 'Gone@anonymous', undefined],
] as const)(
  'a type of %s is written with its module: %s',
  (language, type, module, written, unsaid) => {
    expect(toTypeName(type, module, language)).toEqual({ type: written, module: unsaid });
  },
);
