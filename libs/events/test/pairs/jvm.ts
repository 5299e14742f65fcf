import { different, pairsOf, PairTable, same, sent } from './pair-table.ts';
import { raisedBy, recursion, senderOf, type Sent, tree } from './shapes.ts';

export const jvmPairs = new PairTable();

const java = senderOf('java');
const place = '?com.acme.shop.OrderService.place';
const server = '?java.lang.Thread.run → ?org.apache.catalina.core.ApplicationFilterChain.doFilter';
const handler =
  '?org.springframework.web.servlet.mvc.ServletInvocableHandlerMethod.invokeAndHandle';

function npe(...frames: readonly string[]): Sent {
  return java('NullPointerException', 'null', frames, { module: 'java.lang' });
}

function closed(suppressed: string, type = 'IllegalStateException'): Sent {
  const nodes = Array.from({ length: Number(suppressed) }, (_, at) => {
    const error = { type, module: 'java.lang', value: `row ${at + 1}`, frames: [place] };
    return [at + 1, at, 'suppressed', error] as const;
  });
  const text = { type: 'BatchException', module: 'com.acme', value: 'closing failed' };
  return tree('java', [...nodes.toReversed(), [0, undefined, '', { ...text, frames: [place] }]]);
}

jvmPairs.about('Java, Kotlin and Groovy', () => [
  ...pairsOf(raisedBy('java'))`
    = another message of one place ¦ IllegalStateException: lock of ann → ${place} ¦ IllegalStateException: lock of bob → ${place}
    = overflow of mutual recursion, cut at either
      ¦ StackOverflowError → ${recursion(100, '?com.acme.Tree.even', '?com.acme.Tree.odd')}
      ¦ StackOverflowError → ${recursion(100, '?com.acme.Tree.odd', '?com.acme.Tree.even')}
    ≠ another cause ¦ java.lang.NullPointerException → ${place} ⇒ OrderException: x → ${place} ¦ java.io.IOException → ${place} ⇒ OrderException: x → ${place}
    ≠ without a stack: two messages ¦ SQLException: deadlock detected ¦ SQLException: connection is closed
  `,
  ...pairsOf(npe)`
    = the framework was upgraded ¦ ${server} → ${place} ¦ ${server} → ${handler} → ${place}
    = the SDK says whose frames are whose ¦ com.acme.shop.OrderService.place ¦ ${place}
    = the class of a proxy of CGLIB ¦ ?com.acme.A$$EnhancerBySpringCGLIB$$3f2a9c1b.run → ${place} ¦ ?com.acme.A$$EnhancerBySpringCGLIB$$77c0de11.run → ${place}
    = CGLIB of two versions of Spring ¦ ?com.acme.A$$EnhancerBySpringCGLIB$$3f2a9c1b.run → ${place} ¦ ?com.acme.A$$SpringCGLIB$$0.run → ${place}
    = the SDK calls proxies the application ¦ com.acme.A$$SpringCGLIB$$0.run → ${place} ¦ com.acme.A$$SpringCGLIB$$1.run → ${place}
    = FastClass ¦ com.acme.A$$FastClassBySpringCGLIB$$a1b2c3d4.invoke → ${place} ¦ com.acme.A$$FastClassBySpringCGLIB$$99aa11bb.invoke → ${place}
    = a proxy of the JDK in any package ¦ com.acme.$Proxy41.place → ${place} ¦ com.acme.$Proxy107.place → ${place}
    = a proxy of the JDK in its own package ¦ jdk.proxy2.$Proxy41.place → ${place} ¦ com.sun.proxy.$Proxy9.place → ${place}
    = javassist ¦ com.acme.User_$$_jvst3f2_7.getName → ${place} ¦ com.acme.User_$$_jvst9a1_12.getName → ${place}
    = a proxy of Hibernate ¦ com.acme.User$HibernateProxy$AbC123xy.getName → ${place} ¦ com.acme.User$HibernateProxy$Zq9w8e7r.getName → ${place}
    = a lambda made at run time
      ¦ com.acme.shop.Main$$Lambda$14/0x00007f5c90026000.run → ${place} ¦ com.acme.shop.Main$$Lambda$29/0x00007f5c90031400.run → ${place}
    = a lambda of a newer JDK ¦ com.acme.shop.Main$$Lambda/0x00007f5c90026000.run → ${place} ¦ com.acme.shop.Main$$Lambda$29/0x00007f5c90031400.run → ${place}
    = a lambda has another number ¦ ?com.acme.shop.Main.lambda$main$0 ¦ ?com.acme.shop.Main.lambda$main$7
    = reflection, compiled after some calls
      ¦ ?sun.reflect.NativeMethodAccessorImpl.invoke0 → ?sun.reflect.NativeMethodAccessorImpl.invoke → ${place}
      ¦ ?sun.reflect.GeneratedMethodAccessor128.invoke → ${place}
    = reflection where no frame is the application
      ¦ ?org.apache.A.run → ?jdk.internal.reflect.GeneratedMethodAccessor12.invoke → ?java.lang.reflect.Method.invoke → ?org.apache.B.go
      ¦ ?org.apache.A.run → ?jdk.internal.reflect.DirectMethodHandleAccessor.invoke → ?java.lang.reflect.Method.invoke → ?org.apache.B.go
    = an anonymous class has another number ¦ ?com.acme.shop.Checkout$1.run ¦ ?com.acme.shop.Checkout$2.run
    = a coroutine of Kotlin has another number ¦ ?com.acme.shop.Checkout$pay$1.invokeSuspend ¦ ?com.acme.shop.Checkout$pay$3.invokeSuspend
    = a closure of Groovy has another number ¦ ?com.acme.shop.Checkout$_pay_closure2.doCall ¦ ?com.acme.shop.Checkout$_pay_closure5.doCall
    = a lambda of Kotlin in a method ¦ ?com.acme.shop.CheckoutKt.pay$lambda$0 ¦ ?com.acme.shop.CheckoutKt.pay$lambda$4
    = frames of the SDK and of logging ¦ ?io.sentry.logback.SentryAppender.append → ${place} ¦ ?ch.qos.logback.classic.Logger.error → ${place}
    ≠ the class of a proxied method ¦ com.acme.A$$SpringCGLIB$$0.run → ${place} ¦ com.acme.A$$SpringCGLIB$$0.run → ?com.acme.shop.OrderService.cancel
    ≠ two methods ¦ ${place} ¦ ?com.acme.shop.OrderService.cancel
    ≠ two classes ¦ ${place} ¦ ?com.acme.shop.Orders.place
    ≠ two packages ¦ ${place} ¦ ?com.acme.web.OrderService.place
    ≠ methods of one name in a class and in a class within it ¦ ?com.acme.shop.Checkout.close ¦ ?com.acme.shop.Checkout$Connection.close
    ≠ lambdas of two methods ¦ ?com.acme.shop.Main.lambda$main$0 ¦ ?com.acme.shop.Main.lambda$load$0
    ≠ coroutines of two functions ¦ ?com.acme.shop.Checkout$pay$1.invokeSuspend ¦ ?com.acme.shop.Checkout$refund$1.invokeSuspend
    ≠ no frame of the application: two libraries ¦ ?org.apache.kafka.Consumer.poll ¦ ?com.zaxxer.hikari.Pool.take
  `,
  ...pairsOf(closed)`
    = any number of suppressed exceptions ¦ 0 ¦ 1
    = five suppressed exceptions ¦ 1 ¦ 5
    = suppressed exceptions of another type ¦ 1 ¦ 1 → IllegalArgumentException
  `,
  same(
    'an exception without a stack after many throws',
    java('NullPointerException', '', undefined),
    java('NullPointerException', '', []),
  ),
  different('two types of one place', npe(place), java('IllegalStateException', 'null', [place])),
]);

jvmPairs.about('Java as its SDK sent it', () => [
  ...pairsOf((name) => sent(`java/${name}`))`
    = with and without in-app includes ¦ numberformatexception-for-input-string-x2 ¦ numberformatexception-for-input-string-x2-2
    = wrapped, with and without in-app includes ¦ executionexception-java-lang-numberformatexcepti ¦ executionexception-java-lang-numberformatexcepti-2
    = chains of 12 and of 60 of one method ¦ illegalstateexception-step-11-failed ¦ illegalstateexception-step-59-failed
    = a file with a uuid in its name ¦ message-could-not-read-file-data-in-3c847cc9-144 ¦ message-could-not-read-file-data-in-3d4a2831-b90
    = a third such file ¦ message-could-not-read-file-data-in-3c847cc9-144 ¦ message-could-not-read-file-data-in-b545156a-70e
    ≠ a missing page and an unavailable one ¦ noresourcefoundexception-no-static-resource-nope ¦ responsestatusexception-503-service-unavailable
    ≠ two tenants of a fingerprint ¦ illegalstateexception-fingerprinted ¦ illegalstateexception-fingerprinted-2
    ≠ two exceptions of one class ¦ main-1-anonymous-subclass ¦ main-1localbad-thrown-from-a-local-class
    ≠ a quantity and a currency ¦ illegalargumentexception-bad-currency-xxx ¦ illegalargumentexception-bad-quantity-1
    ≠ two controllers ¦ illegalargumentexception-bad-form ¦ illegalargumentexception-bad-upload-hostname
    ≠ two null pointers ¦ nullpointerexception-cannot-invoke-object-tostri ¦ nullpointerexception-cannot-invoke-java-lang-int
    ≠ a null pointer without words ¦ nullpointerexception ¦ nullpointerexception-cannot-invoke-java-lang-int
    ≠ two messages of one logger ¦ message-no-args-at-all ¦ message-with-a-marker-1
    ≠ one text of two loggers ¦ message-customer-ada-not-found ¦ message-customer-ada-not-found-2
    ≠ out of stock and not found ¦ ordercontroller-outofstock-out-1-is-out-of-stock ¦ nosuchelementexception-order-42-does-not-exist
    ≠ overflow and out of memory ¦ stackoverflowerror ¦ outofmemoryerror-java-heap-space
    ≠ a job in the background and a scheduled one ¦ illegalstateexception-report-report-7-failed-in ¦ illegalstateexception-scheduled-job-failed
    ≠ a wrapped error and the bare one ¦ executionexception-java-lang-illegalstateexcepti ¦ illegalstateexception-async-with-a-value
  `,
  ...pairsOf(raisedBy('java', 'IllegalStateException: no'))`
    = the compiler of Android numbers its lambdas
      ¦ ${place} → com.acme.Cart$$ExternalSyntheticLambda0.run ¦ ${place} → com.acme.Cart$$ExternalSyntheticLambda7.run
  `,
]);
