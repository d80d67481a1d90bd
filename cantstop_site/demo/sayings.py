"""Chat and comments of the demo's people, by language."""

from collections.abc import Mapping

# Lines of chat by language and occasion: the beginning, a turn lost to the dice, and the end.
TABLE: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "hello": ("Hi all, good luck!", "Evening everyone", "Right, revenge time", "hey hey 👋"),
        "oops": ("Noooo", "One roll too many, as always", "I knew it. I KNEW it.", "ouch 😅"),
        "end": ("gg", "Great game, thanks!", "That last roll!", "Rematch tomorrow?"),
    },
    "ko": {
        "hello": ("안녕하세요, 잘 부탁드려요!", "오늘은 이긴다 💪"),
        "oops": ("아 진짜…", "한 번만 더 굴릴걸 그랬나 ㅠㅠ", "망했다 ㅋㅋ"),
        "end": ("수고하셨습니다", "재밌었어요! 한 판 더?"),
    },
    "ja": {
        "hello": ("よろしくお願いします", "こんばんは!"),
        "oops": ("あー、やりすぎた", "止めればよかった…"),
        "end": ("ありがとうございました", "いい勝負でした 🎲"),
    },
    "ar": {
        "hello": ("مرحبا بالجميع", "بالتوفيق!"),
        "oops": ("لا لا لا!", "كان يجب أن أتوقف 😅"),
        "end": ("لعبة جميلة، شكراً", "مبروك الفوز"),
    },
    "ru": {
        "hello": ("Всем привет и удачи!", "Ну, поехали"),
        "oops": ("Эх, жадность…", "Надо было остановиться"),
        "end": ("Спасибо за игру!", "Отличная партия"),
    },
    "pl": {
        "hello": ("Cześć, powodzenia!",),
        "oops": ("No nie…", "Za zachłannie 😬"),
        "end": ("Dzięki za grę", "Brawo!"),
    },
    "es": {
        "hello": ("¡Hola a todos!", "Suerte"),
        "oops": ("¡Ay, no!", "Tenía que parar…"),
        "end": ("¡Buena partida!", "Gracias, otra mañana"),
    },
    "fr": {
        "hello": ("Bonsoir, bonne chance !",),
        "oops": ("Aïe…", "Trop gourmande"),
        "end": ("Bien joué !", "Merci pour la partie"),
    },
    "de": {
        "hello": ("Moin zusammen", "Viel Glück!"),
        "oops": ("Neeeein", "Einmal zu oft 🙈"),
        "end": ("Schönes Spiel, danke", "Glückwunsch!"),
    },
}

# Comments on steps of finished games.
REPLAY: Mapping[str, tuple[str, ...]] = {
    "en": (
        "This is where I should have stopped.",
        "I'd have rolled again here, too. The dice just said no.",
        "Three in a row! I was shaking.",
        "Interesting. The analysis likes the other choice, but I still don't believe it.",
        "Everything turned on this one.",
    ),
    "ko": ("여기서 멈췄어야 했는데.", "이 선택이 승부를 갈랐네요."),
    "ja": ("ここで止めるべきでした。", "この一手が決め手ですね。"),
    "ar": ("هنا تغيّر كل شيء.", "كنت سأتوقف هنا."),
    "ru": ("Здесь всё и решилось.", "Я бы тоже бросил ещё раз."),
    "pl": ("Tu trzeba było przestać.",),
    "es": ("Aquí se decidió todo.",),
    "fr": ("J'aurais pris l'autre choix.",),
    "de": ("Hier hätte ich aufgehört.", "Mutig! Ich hätte mich das nicht getraut."),
}

# For each host, the other players at their device: names that are not allowed for accounts.
ROUND_ONE_DEVICE = {
    "Jae-won": ("하늘", "민준", "서연"),
    "haruka_t": ("さくら", "健太"),
    "Layla-N": ("ليلى", "عمر"),
    "dima_k": ("Дмитрий", "Настя", "Олег"),
}
