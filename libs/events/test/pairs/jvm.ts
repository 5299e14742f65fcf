import { different, PairTable, same, sent } from './pair-table.ts';
import { type FrameText, raise, senderOf, type Sent, tree } from './shapes.ts';

export const jvmPairs = new PairTable();

const java = senderOf('java');
const NPE = 'java.lang.NullPointerException';
const place = '?com.acme.shop.OrderService.place';

function npe(...frames: readonly FrameText[]): Sent {
  return java('NullPointerException', 'null', frames, { module: 'java.lang' });
}

function closed(suppressed: number, type = 'IllegalStateException'): Sent {
  const nodes = Array.from({ length: suppressed }, (_, at) => {
    const id = suppressed - at;
    return [
      id,
      id - 1,
      'suppressed',
      { type, module: 'java.lang', value: `row ${id}`, frames: [place] },
    ] as const;
  });
  const root = {
    type: 'BatchException',
    module: 'com.acme',
    value: 'closing failed',
    frames: [place],
  };
  return tree('java', [...nodes, [0, undefined, '', root]]);
}

function spring(version: number, ...own: readonly FrameText[]): readonly FrameText[] {
  const extra =
    version > 5
      ? ['?org.springframework.web.servlet.mvc.ServletInvocableHandlerMethod.invokeAndHandle']
      : [];
  return [
    '?java.lang.Thread.run',
    '?org.apache.catalina.core.ApplicationFilterChain.doFilter',
    ...extra,
    ...own,
  ];
}

jvmPairs.about('Java, Kotlin and Groovy', () => {
  return [
    same(
      'another message of one place',
      java('IllegalStateException', 'lock of ann', [place]),
      java('IllegalStateException', 'lock of bob', [place]),
    ),
    same('the framework was upgraded', npe(...spring(5, place)), npe(...spring(6, place))),
    same(
      'the SDK says whose frames are whose',
      npe('com.acme.shop.OrderService.place'),
      npe(place),
    ),
    same(
      'the class of a proxy of CGLIB',
      npe('?com.acme.A$$EnhancerBySpringCGLIB$$3f2a9c1b.run', place),
      npe('?com.acme.A$$EnhancerBySpringCGLIB$$77c0de11.run', place),
    ),
    same(
      'CGLIB of two versions of Spring',
      npe('?com.acme.A$$EnhancerBySpringCGLIB$$3f2a9c1b.run', place),
      npe('?com.acme.A$$SpringCGLIB$$0.run', place),
    ),
    same(
      'the SDK calls proxies the application',
      npe('com.acme.A$$SpringCGLIB$$0.run', place),
      npe('com.acme.A$$SpringCGLIB$$1.run', place),
    ),
    same(
      'FastClass',
      npe('com.acme.A$$FastClassBySpringCGLIB$$a1b2c3d4.invoke', place),
      npe('com.acme.A$$FastClassBySpringCGLIB$$99aa11bb.invoke', place),
    ),
    same(
      'a proxy of the JDK in any package',
      npe('com.acme.$Proxy41.place', place),
      npe('com.acme.$Proxy107.place', place),
    ),
    same(
      'a proxy of the JDK in its own package',
      npe('jdk.proxy2.$Proxy41.place', place),
      npe('com.sun.proxy.$Proxy9.place', place),
    ),
    same(
      'javassist',
      npe('com.acme.User_$$_jvst3f2_7.getName', place),
      npe('com.acme.User_$$_jvst9a1_12.getName', place),
    ),
    same(
      'a proxy of Hibernate',
      npe('com.acme.User$HibernateProxy$AbC123xy.getName', place),
      npe('com.acme.User$HibernateProxy$Zq9w8e7r.getName', place),
    ),
    same(
      'a lambda made at run time',
      npe('com.acme.shop.Main$$Lambda$14/0x00007f5c90026000.run', place),
      npe('com.acme.shop.Main$$Lambda$29/0x00007f5c90031400.run', place),
    ),
    same(
      'a lambda of a newer JDK',
      npe('com.acme.shop.Main$$Lambda/0x00007f5c90026000.run', place),
      npe('com.acme.shop.Main$$Lambda$29/0x00007f5c90031400.run', place),
    ),
    same(
      'a lambda has another number',
      npe('?com.acme.shop.Main.lambda$main$0'),
      npe('?com.acme.shop.Main.lambda$main$7'),
    ),
    same(
      'reflection, compiled after some calls',
      npe(
        '?sun.reflect.NativeMethodAccessorImpl.invoke0',
        '?sun.reflect.NativeMethodAccessorImpl.invoke',
        place,
      ),
      npe('?sun.reflect.GeneratedMethodAccessor128.invoke', place),
    ),
    same(
      'reflection where no frame is the application',
      npe(
        '?org.apache.A.run',
        '?jdk.internal.reflect.GeneratedMethodAccessor12.invoke',
        '?java.lang.reflect.Method.invoke',
        '?org.apache.B.go',
      ),
      npe(
        '?org.apache.A.run',
        '?jdk.internal.reflect.DirectMethodHandleAccessor.invoke',
        '?java.lang.reflect.Method.invoke',
        '?org.apache.B.go',
      ),
    ),
    same(
      'an anonymous class has another number',
      npe('?com.acme.shop.Checkout$1.run'),
      npe('?com.acme.shop.Checkout$2.run'),
    ),
    same(
      'a coroutine of Kotlin has another number',
      npe('?com.acme.shop.Checkout$pay$1.invokeSuspend'),
      npe('?com.acme.shop.Checkout$pay$3.invokeSuspend'),
    ),
    same(
      'a closure of Groovy has another number',
      npe('?com.acme.shop.Checkout$_pay_closure2.doCall'),
      npe('?com.acme.shop.Checkout$_pay_closure5.doCall'),
    ),
    same(
      'a lambda of Kotlin in a method',
      npe('?com.acme.shop.CheckoutKt.pay$lambda$0'),
      npe('?com.acme.shop.CheckoutKt.pay$lambda$4'),
    ),
    same('any number of suppressed exceptions', closed(0), closed(1)),
    same('five suppressed exceptions', closed(1), closed(5)),
    same('suppressed exceptions of another type', closed(1), closed(1, 'IllegalArgumentException')),
    same(
      'overflow of mutual recursion, cut at either',
      java(
        'StackOverflowError',
        '',
        Array.from({ length: 100 }, (_, at) => `?com.acme.Tree.${at % 2 ? 'odd' : 'even'}`),
      ),
      java(
        'StackOverflowError',
        '',
        Array.from({ length: 100 }, (_, at) => `?com.acme.Tree.${at % 2 ? 'even' : 'odd'}`),
      ),
    ),
    same(
      'frames of the SDK and of logging',
      npe('?io.sentry.logback.SentryAppender.append', place),
      npe('?ch.qos.logback.classic.Logger.error', place),
    ),
    same(
      'an exception without a stack after many throws',
      java('NullPointerException', '', undefined),
      java('NullPointerException', '', []),
    ),
    different(
      'the class of a proxied method',
      npe('com.acme.A$$SpringCGLIB$$0.run', place),
      npe('com.acme.A$$SpringCGLIB$$0.run', '?com.acme.shop.OrderService.cancel'),
    ),
    different('two methods', npe(place), npe('?com.acme.shop.OrderService.cancel')),
    different('two classes', npe(place), npe('?com.acme.shop.Orders.place')),
    different('two packages', npe(place), npe('?com.acme.web.OrderService.place')),
    different('two types of one place', npe(place), java('IllegalStateException', 'null', [place])),
    different(
      'methods of one name in a class and in a class within it',
      npe('?com.acme.shop.Checkout.close'),
      npe('?com.acme.shop.Checkout$Connection.close'),
    ),
    different(
      'lambdas of two methods',
      npe('?com.acme.shop.Main.lambda$main$0'),
      npe('?com.acme.shop.Main.lambda$load$0'),
    ),
    different(
      'coroutines of two functions',
      npe('?com.acme.shop.Checkout$pay$1.invokeSuspend'),
      npe('?com.acme.shop.Checkout$refund$1.invokeSuspend'),
    ),
    different(
      'another cause',
      raise('java', [
        { type: NPE, value: '', frames: [place] },
        { type: 'OrderException', value: 'x', frames: [place] },
      ]),
      raise('java', [
        { type: 'java.io.IOException', value: '', frames: [place] },
        { type: 'OrderException', value: 'x', frames: [place] },
      ]),
    ),
    different(
      'without a stack: two messages',
      java('SQLException', 'deadlock detected'),
      java('SQLException', 'connection is closed'),
    ),
    different(
      'no frame of the application: two libraries',
      npe('?org.apache.kafka.Consumer.poll'),
      npe('?com.zaxxer.hikari.Pool.take'),
    ),
  ];
});

jvmPairs.about('Java as its SDK sent it', () => {
  const is = (name: string) => sent(`java/${name}`);
  return [
    same(
      'with and without in-app includes',
      is('numberformatexception-for-input-string-x2'),
      is('numberformatexception-for-input-string-x2-2'),
    ),
    same(
      'wrapped, with and without in-app includes',
      is('executionexception-java-lang-numberformatexcepti'),
      is('executionexception-java-lang-numberformatexcepti-2'),
    ),
    same(
      'chains of 12 and of 60 of one method',
      is('illegalstateexception-step-11-failed'),
      is('illegalstateexception-step-59-failed'),
    ),
    same(
      'a file with a uuid in its name',
      is('message-could-not-read-file-data-in-3c847cc9-144'),
      is('message-could-not-read-file-data-in-3d4a2831-b90'),
    ),
    same(
      'a third such file',
      is('message-could-not-read-file-data-in-3c847cc9-144'),
      is('message-could-not-read-file-data-in-b545156a-70e'),
    ),
    different(
      'a missing page and an unavailable one',
      is('noresourcefoundexception-no-static-resource-nope'),
      is('responsestatusexception-503-service-unavailable'),
    ),
    different(
      'two tenants of a fingerprint',
      is('illegalstateexception-fingerprinted'),
      is('illegalstateexception-fingerprinted-2'),
    ),
    different(
      'two exceptions of one class',
      is('main-1-anonymous-subclass'),
      is('main-1localbad-thrown-from-a-local-class'),
    ),
    different(
      'a quantity and a currency',
      is('illegalargumentexception-bad-currency-xxx'),
      is('illegalargumentexception-bad-quantity-1'),
    ),
    different(
      'two controllers',
      is('illegalargumentexception-bad-form'),
      is('illegalargumentexception-bad-upload-hostname'),
    ),
    different(
      'two null pointers',
      is('nullpointerexception-cannot-invoke-object-tostri'),
      is('nullpointerexception-cannot-invoke-java-lang-int'),
    ),
    different(
      'a null pointer without words',
      is('nullpointerexception'),
      is('nullpointerexception-cannot-invoke-java-lang-int'),
    ),
    different(
      'two messages of one logger',
      is('message-no-args-at-all'),
      is('message-with-a-marker-1'),
    ),
    different(
      'one text of two loggers',
      is('message-customer-ada-not-found'),
      is('message-customer-ada-not-found-2'),
    ),
    different(
      'out of stock and not found',
      is('ordercontroller-outofstock-out-1-is-out-of-stock'),
      is('nosuchelementexception-order-42-does-not-exist'),
    ),
    different(
      'overflow and out of memory',
      is('stackoverflowerror'),
      is('outofmemoryerror-java-heap-space'),
    ),
    different(
      'a job in the background and a scheduled one',
      is('illegalstateexception-report-report-7-failed-in'),
      is('illegalstateexception-scheduled-job-failed'),
    ),
    different(
      'a wrapped error and the bare one',
      is('executionexception-java-lang-illegalstateexcepti'),
      is('illegalstateexception-async-with-a-value'),
    ),
    same(
      'the compiler of Android numbers its lambdas',
      java('IllegalStateException', 'no', [place, 'com.acme.Cart$$ExternalSyntheticLambda0.run']),
      java('IllegalStateException', 'no', [place, 'com.acme.Cart$$ExternalSyntheticLambda7.run']),
    ),
  ];
});
