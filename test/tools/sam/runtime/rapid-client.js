'use strict';

// Takes the place of the native part of aws-lambda-ric, which would have to be compiled: Lambda's Runtime API over node:http.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html

const { request } = require('node:http');

const BASE = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;

const send = (method, path, headers, body) =>
  new Promise((resolve, reject) => {
    const sent = request(`${BASE}/${path}`, { method, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part)).on('error', reject);
      response.on('end', () => resolve({ headers: response.headers, bodyJson: Buffer.concat(parts).toString() }));
    });
    sent.on('error', reject).end(body);
  });

/** The runtime does not wait for its last response, and must not ask for the next request before it has arrived. */
let responded = Promise.resolve();

const respond = (path, headers, body) => {
  responded = send('POST', path, { 'Content-Type': 'application/json', ...headers }, body);
};

module.exports = {
  next: async () => {
    await responded;
    return send('GET', 'next', {});
  },
  done: (id, body) => respond(`${id}/response`, {}, body),
  error: (id, body, xrayCause) =>
    respond(`${id}/error`, { 'Lambda-Runtime-Function-XRay-Error-Cause': xrayCause }, body),
};
