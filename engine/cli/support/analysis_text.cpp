#include "cli/support/analysis_text.h"

#include "cli/support/text_table.h"
#include "study/analysis/analysis_text.h"

#include <vector>

namespace headroom::cli {

std::string analysisText(const study::Analysis& analysis, const study::Table& table)
{
    std::string text = analysis.figure.name + "\n";
    const std::vector<study::MethodTable> tables = study::tablesOf(analysis, table);
    for (const study::MethodTable& each : tables)
        text += (each.title.empty() ? "" : '\n' + each.title + '\n') + alignedTable(each.rows, each.texts);
    text += '\n';
    for (const std::string& sentence : study::sentencesOf(analysis))
        text += sentence + '\n';
    return text;
}

} // namespace headroom::cli
