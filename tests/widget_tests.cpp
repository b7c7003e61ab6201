#include "tests/widget_tests.h"

#include <QApplication>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
    const auto& tests = headroom::test::widgetTests();
    const auto chosen = tests.find(argc > 1 ? argv[1] : "");
    if (chosen == tests.end()) {
        std::fprintf(stderr, "Usage: %s CLASS [QTEST ARGUMENT]..., of\n", argv[0]);
        for (const auto& [name, run] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return EXIT_FAILURE;
    }
    argv[1] = argv[0];
    QApplication application(--argc, ++argv);
    QApplication::setAttribute(Qt::AA_Use96Dpi);
    return chosen->second(argc, argv);
}
