# Twisted: deferreds, inline callbacks, a line server and its client, threads, web resources, a task clock.
from twisted.internet import defer, endpoints, protocol, reactor, task, threads
from twisted.protocols.basic import LineReceiver
from twisted.python.failure import Failure
from twisted.web.resource import Resource
from twisted.web.server import Site
from twisted.web.client import Agent, readBody
from zope.interface import Interface, implementer
from zope.interface.verify import verifyObject


class IShelf(Interface):
    def book(n):
        "the title"


@implementer(IShelf)
class Shelf:
    def book(self, n):
        return ["Emma", "Anna"][n]


class Upper(LineReceiver):
    def lineReceived(self, line):
        if line == b"quit":
            self.transport.loseConnection()
        else:
            self.sendLine(line.upper())


class Client(LineReceiver):
    def __init__(self):
        self.answers = defer.DeferredQueue()
        self.closed = defer.Deferred()

    def lineReceived(self, line):
        self.answers.put(line)

    def connectionLost(self, reason):
        self.closed.callback(reason.type.__name__)


class Page(Resource):
    isLeaf = True

    def render_GET(self, request):
        request.setHeader(b"x-kind", b"page")
        return b"path " + request.path


@defer.inlineCallbacks
def main(reactor):
    port = yield endpoints.serverFromString(reactor, "tcp:0:interface=127.0.0.1").listen(
        protocol.Factory.forProtocol(Upper))
    place = endpoints.TCP4ClientEndpoint(reactor, "127.0.0.1", port.getHost().port)
    client = yield endpoints.connectProtocol(place, Client())
    for word in b"one", b"two":
        client.sendLine(word)
        print((yield client.answers.get()))
    client.sendLine(b"quit")
    print((yield client.closed))
    yield port.stopListening()
    print((yield threads.deferToThread(sum, range(1000))))
    try:
        yield threads.deferToThread(int, "x")
    except ValueError as error:
        print(error)
    site = reactor.listenTCP(0, Site(Page()), interface="127.0.0.1")
    answer = yield Agent(reactor).request(b"GET", b"http://127.0.0.1:%d/a/b" % site.getHost().port)
    body = yield readBody(answer)
    print(answer.code, answer.headers.getRawHeaders(b"x-kind"), body)
    yield site.stopListening()
    results = yield defer.DeferredList([defer.succeed(1), defer.fail(KeyError("k"))], consumeErrors=True)
    print([(ok, value.type.__name__ if isinstance(value, Failure) else value) for ok, value in results])


clock = task.Clock()
ticks = []
loop = task.LoopingCall(lambda: ticks.append(clock.seconds()))
loop.clock = clock
loop.start(2)
clock.pump([1] * 6)
print(ticks, verifyObject(IShelf, Shelf()), IShelf.providedBy(Shelf()), IShelf(Shelf()).book(1))
chain = defer.Deferred()
chain.addCallback(lambda n: n * 2).addCallback(lambda n: 1 / n).addErrback(lambda f: f.trap(ZeroDivisionError).__name__)
chain.addCallback(print)
chain.callback(0)
task.react(main)
