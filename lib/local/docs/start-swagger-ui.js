// Starts Swagger UI with the document of this service. Needs the script of Swagger UI.
globalThis.SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/docs/openapi.json',
  deepLinking: true,
  tryItOutEnabled: true,
  // The validator would call a server on the Internet.
  validatorUrl: null,
});
