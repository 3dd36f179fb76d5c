"""A fake endpoint of language models on the loopback interface: what it answers depends on the name of the model."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Model(ThreadingHTTPServer):
    """`requests` are the bodies that came, with the address and the key."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests = []
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers.get("Authorization", "")
        with self.server.lock:
            self.server.requests.append({**body, "path": self.path, "key": key})
            count = len(self.server.requests)
        legal = re.findall(r"egal moves(?: are)?: (.+)", body["messages"][-1]["content"])[-1].split()
        turn = len(body["messages"]) // 2  # 1 is the first question for a move
        model = body["model"]
        if model == "refusing":
            self.answer(401, {"error": f"invalid key: {key} {'.' * 400} {key}"})
        elif model == "busy" and count == 1:
            self.answer(429, {"error": "slow down"}, {"Retry-After": "0"})
        elif model == "down":
            self.answer(503, {"error": "starting"}, {"Retry-After": "0"})
        elif model == "elsewhere" and self.path == "/v1/chat/completions":
            self.answer(302, {}, {"Location": f"{self.server.url}/stolen"})
        elif model == "odd":
            self.answer(200, {"text": "hello"})
        else:
            says = {
                "hasty": legal[0],
                "busy": legal[0],
                "stubborn": "I insist.\nmove: 99",
                "learning": "move: 99" if turn == 1 else f"Oh.\nMove: {legal[0]}",
                "chatty": f"Is it move: {legal[-1]}? No.\n\n**move: `{legal[0]}`**.",
                "mute": "",
                "telling": f"Your header was {key}.\nmove: {legal[0]}",
            }
            usage = {} if model == "mute" else {"usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}}
            self.answer(200, {"choices": [{"message": {"content": says[model]}}], **usage})

    def do_GET(self):
        """What a redirection leads to."""
        self.server.requests.append({"path": self.path, "key": self.headers.get("Authorization")})
        self.answer(200, {})

    def answer(self, status, body, headers=()):
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
