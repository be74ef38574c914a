import { check } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import grpc from 'k6/net/grpc';

// Modifies a product at ADDRESS: by gRPC's reflection where that is host:port, else by REST. CA is a file.
const { ADDRESS, CA } = __ENV;
const iterations = 20;
const whole = new Counter('whole');

// An iteration that throws has no failed check, but is not whole either.
export const options = {
  scenarios: { all: { executor: 'shared-iterations', vus: 4, iterations } },
  thresholds: { checks: ['rate==1'], whole: [`count==${iterations}`] },
};

const product = { id: '7', name: 'Tea', description: 'añ😀z' };
const isReversed = ({ id, name, description }) =>
  id === '7' && name === 'Tea' && description === 'z😀ña';

const client = new grpc.Client();
const security = CA ? { tls: { cacerts: open(CA) } } : { plaintext: true };

function overGrpc() {
  client.connect(ADDRESS, { ...security, reflect: true, timeout: '60s' });
  const answer = client.invoke('wirebench.product.v1.ProductService/Modify', product);
  check(answer, {
    'is well': ({ status }) => status === grpc.StatusOK,
    'is reversed': ({ message }) => isReversed(message),
  });
  client.close();
}

function overRest() {
  const headers = { 'content-type': 'application/json' };
  const answer = http.post(`${ADDRESS}/products/modify`, JSON.stringify(product), { headers });
  check(answer, {
    'is well': ({ status }) => status === 200,
    'is reversed': (one) => isReversed(one.json()),
  });
  check(http.get(`${ADDRESS}/health`), { 'is alive': ({ status }) => status === 200 });
}

export default function () {
  if (ADDRESS.startsWith('http')) overRest();
  else overGrpc();
  whole.add(1);
}
