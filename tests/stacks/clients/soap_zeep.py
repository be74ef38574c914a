"""Calls a SOAP service by its WSDL alone: ADDRESS?wsdl OPERATION ARGUMENTS (JSON) [CA-FILE]; prints the answer as JSON."""

import json
import sys

import requests
import zeep
from zeep.helpers import serialize_object

wsdl, operation, arguments, *authority = sys.argv[1:]
session = requests.Session()
session.trust_env = False
if authority:
    session.verify = authority[0]
client = zeep.Client(wsdl, transport=zeep.Transport(session=session))
answer = client.service[operation](**json.loads(arguments))
print(json.dumps(serialize_object(answer, dict)))
