// QTest classes of several files in one program, each run in a process of its own: `program CLASS [QTEST ARGUMENT]...`.
// Compiled together they take less than half of the time of a program each.
#pragma once

#include <QTest>

#include <map>
#include <string>

namespace headroom::test {

using RunWidgetTest = int (*)(int argc, char** argv);

/// By the name of the class.
inline std::map<std::string, RunWidgetTest>& widgetTests()
{
    static std::map<std::string, RunWidgetTest> tests;
    return tests;
}

template <typename Test>
int runWidgetTest(int argc, char** argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

struct WidgetTest
{
    WidgetTest(const char* name, RunWidgetTest run) { widgetTests().emplace(name, run); }
};

} // namespace headroom::test

/// In the place of QTEST_MAIN.
#define HEADROOM_WIDGET_TEST(Test)                                                                                     \
    static const headroom::test::WidgetTest registered##Test(#Test, &headroom::test::runWidgetTest<Test>);
