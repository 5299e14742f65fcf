import { describe, expect, it } from '@jest/globals';
import { findFailingFrame } from '#shared';
import { CutNotes } from '../../json/cut-notes.ts';
import { StackReader } from './frames.ts';
import { Images, readDebugImages } from './images.ts';

type Sent = Readonly<Record<string, unknown>>;

function read(event: Sent, ...frames: readonly unknown[]) {
  return new StackReader(event, { notes: new CutNotes() }).readFrames({ frames });
}

const java = { platform: 'java' };
const rust = { platform: 'native', sdk: { name: 'sentry.rust' } };

describe('the name of a call', () => {
  it.each<[string, Sent, string | undefined]>([
    ['java', { function: 'close', module: 'com.acme.Cart$Line' }, 'com.acme.Cart$Line.close'],
    ['java', { function: '<init>', module: 'com.acme.Cart' }, 'com.acme.Cart.<init>'],
    ['java', { function: 'close' }, 'close'],
    ['go', { function: '(*Cart).Add', module: 'example.org/shop' }, 'example.org/shop.(*Cart).Add'],
    ['go', { function: 'main.main', module: 'main' }, 'main.main'],
    [
      'python',
      { function: 'total', module: 'shop.cart', filename: 'shop/cart.py' },
      'shop.cart.total',
    ],
    ['python', { function: 'total', module: 'shop.cart' }, 'shop.cart.total'],
    ['python', { function: 'shop.cart.Cart.total', module: 'shop.cart' }, 'shop.cart.Cart.total'],
    ['python', { function: '<module>', module: 'shop.cart' }, 'shop.cart.<module>'],
    ['python', { function: 'total', module: '__main__', filename: 'cart.py' }, 'total'],
    ['rust', { function: 'shop::total::h0123456789abcdef' }, 'shop::total'],
    ['rust', { function: 'shop::h1::total' }, 'shop::h1::total'],
    ['csharp', { function: 'Pay', module: 'Acme.Cart' }, 'Acme.Cart.Pay'],
    ['csharp', { function: 'MoveNext', module: 'Acme.Cart+<PayAsync>d__7' }, 'Acme.Cart.PayAsync'],
    [
      'csharp',
      { function: 'async Task Cart.Pay(int id)', module: 'Acme.Cart' },
      'async Task Cart.Pay(int id)',
    ],
    ['php', { function: 'Shop\\Cart::total' }, 'Shop\\Cart::total'],
    [
      'php',
      { function: 'Shop\\Cart@anonymous\0/var/www/shop/Cart.php::total' },
      'Shop\\Cart@anonymous::total',
    ],
    ['php', { function: 'class@anonymous\0C:\\www\\Cart.php:12$0::a' }, 'class@anonymous::a'],
    ['php', { function: '{closure:/var/www/shop/routes/web.php:12}' }, '{closure}'],
    ['php', { function: '{closure:Shop\\Cart::total():12}' }, '{closure:Shop\\Cart::total():12}'],
    ['javascript', { function: 'Object.<anonymous>' }, 'Object.<anonymous>'],
    ['javascript', { function: '<anonymous>', filename: 'a.js' }, undefined],
    ['javascript', { function: '?', filename: 'a.js' }, undefined],
    ['native', { function: '<unknown>', symbol: 'pay_total' }, 'pay_total'],
    ['cocoa', { function: '<redacted>', instruction_addr: '0x1b2', package: '/x/UIKit' }, '0x1b2'],
    [
      'cocoa',
      {
        function: '<redacted>',
        package: '/System/Library/UIKit',
        image_addr: '0x1a4b00000',
        instruction_addr: '0x1a4b01f20',
      },
      'UIKit + 0x1f20',
    ],
  ])('is read in %s from %j', (platform, frame, name) => {
    expect(read({ platform }, frame)[0]!.function).toBe(name);
  });

  it('follows the platform of the frame where it has one', () => {
    const frame = { function: 'total', module: 'com.acme.Cart', platform: 'java' };
    expect(read({ platform: 'javascript' }, frame)[0]!.function).toBe('com.acme.Cart.total');
  });

  it('is the place in an image where there is no symbol', () => {
    const images = [
      { code_file: '/data/app/lib/libpay.so', image_addr: '0x7f0000001000', image_size: 4096 },
      { code_file: 'broken', image_addr: 'x', image_size: '0x1' },
    ];
    const event = { platform: 'native', debug_meta: { images } };
    const frames = ['0x7f0000001f20', '0x7f0000002000', 'x', 7.5].map((instruction_addr) => ({
      instruction_addr,
    }));
    expect(read(event, ...frames).map((frame) => frame.function)).toEqual([
      'libpay.so + 0xf20',
      '0x7f0000002000',
      undefined,
      undefined,
    ]);
  });

  it('is the place in the first listed image that has the address', () => {
    const ranges = Object.entries({
      inner: [0x1100, 256],
      outer: [0x1000, 4096],
      twin: [0x1100, 8],
      main: [0x3000, 0x100000],
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}x`, [0x4000 + at, 1]])),
    });
    const images = ranges.map(([name, [image_addr, image_size]]) => ({
      name,
      image_addr,
      image_size,
    }));
    const places = [0x1180, 0x1104, 0x1300, 0x2100, 0x4005, 0x50000].map((instruction_addr) =>
      new Images({ debug_meta: { images } }).describe({ instruction_addr }),
    );
    const inMain = ['main + 0x1005', 'main + 0x4d000'];
    expect(places).toEqual(['inner + 0x80', 'inner + 0x4', 'outer + 0x300', '0x2100', ...inMain]);
  });

  it('may name a debug image, which is listed with all that it says of itself', () => {
    const elf = { type: 'elf', debug_id: 'd1', image_addr: '0x7f0000001000', image_size: 4096 };
    const images = [
      { code_file: '/data/app/lib/libpay.so', ...elf },
      { name: '/var/containers/Shop', type: 'macho', uuid: 'U2', image_addr: '0X0000000100A58000' },
      { type: 'sourcemap', code_file: 'https://shop.example/a.js', debug_id: 'd3' },
      { debug_id: 'd4' },
      { image_addr: 'x' },
      'broken',
    ];
    const notes = new CutNotes();
    expect(readDebugImages({ debug_meta: { images } }, notes)).toEqual([
      {
        name: '/data/app/lib/libpay.so',
        type: 'elf',
        debugId: 'd1',
        start: '0x7f0000001000',
        end: '0x7f0000002000',
      },
      { name: '/var/containers/Shop', type: 'macho', debugId: 'U2', start: '0x100a58000' },
      { name: 'https://shop.example/a.js', type: 'sourcemap', debugId: 'd3' },
      { name: 'd4' },
    ]);
    const many = Array.from({ length: 1001 }, () => elf);
    expect(readDebugImages({ debug_meta: { images: many } }, notes)).toHaveLength(1000);
    expect(notes.list()).toEqual(['debug images: 1 of 1001 left out']);
    expect(readDebugImages({ debug_meta: { images: [{}] } }, notes)).toBeUndefined();
  });

  it('comes without a file where a placeholder stands for the file', () => {
    const unknown = ['<generated>', '<anonymous>', '<unknown>'];
    for (const filename of unknown) {
      const [frame] = read(java, { filename, abs_path: `/srv/${filename}`, function: 'f' });
      expect(frame).toMatchObject({ filename: undefined, absPath: undefined });
    }
    expect(read(java, { filename: 'Unknown Source' })[0]!.filename).toBeUndefined();
    expect(read({ platform: 'python' }, { filename: '<string>' })[0]!.filename).toBe('<string>');
  });

  it('is left out where Rust prints a place instead, which becomes the place of the call', () => {
    const frame = { function: 'at /srv/shop/src/main.rs:17:9', in_app: true };
    expect(read(rust, frame)[0]).toMatchObject({
      function: undefined,
      filename: 'main.rs',
      absPath: '/srv/shop/src/main.rs',
      line: 17,
      column: 9,
      inApp: true,
    });
  });
});

it('StackReader names the image of a frame by its file, but not the crate of Rust', () => {
  const frame = { function: 'f', package: '/usr/lib/libfoo.dylib' };
  expect(read({ platform: 'cocoa' }, frame)[0]!.package).toBe('libfoo.dylib');
  expect(read(rust, frame)[0]!.package).toBeUndefined();
});

it('StackReader finds the same failing frame alone as among all frames', () => {
  const own = (lineno: number) => ({ function: 'f', module: 'com.acme.A', lineno });
  const library = { function: 'g', module: 'java.lang.Thread', lineno: 1 };
  const many = [own(0), ...Array.from({ length: 500 }, () => library), own(1), library];
  for (const frames of [many, [library], [own(3), library, own(4)], []]) {
    const reader = new StackReader(java, { notes: new CutNotes() });
    const [alone] = reader.readFailingFrame({ frames });
    const found = findFailingFrame(reader.readFrames({ frames }));
    expect([alone?.function, alone?.line]).toEqual([found?.function, found?.line]);
  }
});
