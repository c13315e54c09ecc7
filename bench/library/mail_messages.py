"""email: messages made, written and read."""

import email
from email.message import EmailMessage

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 88, "W": 440, "A": 4400}

def work():
    subjects = []
    for number in range(10):
        message = EmailMessage()
        message["Subject"] = "Order %d, caf\u00e9" % number
        message["From"], message["To"] = "shop@example.org", "you@example.org"
        message.set_content("Dear customer,\n" * 5)
        back = email.message_from_bytes(message.as_bytes())
        subjects.append((back["Subject"], back["To"], back.get_content_type()))
    return short(subjects)


if __name__ == "__main__":
    run("mail_messages", __doc__, TURNS, work, 4017897687)
